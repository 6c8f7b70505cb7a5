-- Purpose: reap of the wire contract: jobs whose lease ended become ready again.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 batch (1 to 1000; the contract's is 100).
-- Returns: how many became ready; `attempts` stays, so the old holder is stale once they are claimed.
-- Errors: WRONGTYPE.
-- Complexity: O(b log m) for a batch of b.
-- @use fit-queue
-- @use now
-- @use reap-lapsed
local q = string.sub(KEYS[1], 1, -8)
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local flat, lanes = reap_lapsed(q, now(), ARGV[1])
return flat + lanes
