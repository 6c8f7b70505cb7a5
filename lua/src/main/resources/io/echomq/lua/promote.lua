-- Purpose: promote of the wire contract: due jobs become ready, at the score of their priority.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 batch (1 to 1000).
-- Returns: how many became ready.
-- Errors: WRONGTYPE.
-- Complexity: O(b log m) for a batch of b.
-- @use fit-queue
-- @use now
-- @use promote-due
local q = string.sub(KEYS[1], 1, -8)
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local flat, lanes = promote_due(q, now(), ARGV[1])
return flat + lanes
