-- Purpose: enqueue into a fair lane: stores one job of a group (wire contract, "Fair lanes").
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 payload, 3 group (a branded id).
-- Returns: 1 enqueued; 0 the id exists: nothing is changed.
-- Errors: EMQKIND (not a JOB id), WRONGTYPE.
-- Complexity: O(log m). A lane that enters the ring pushes one wake token.
-- @use admit
-- @use fit-queue
-- @use lane-ring
local q = string.sub(KEYS[1], 1, -8)
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local wrong, row = admit(q, q .. 'g:' .. ARGV[3] .. ':pending')
if not row then
  return wrong
end
redis.call('ZADD', q .. 'g:' .. ARGV[3] .. ':pending', 0, ARGV[1])
redis.call('HSET', row, 'state', 'pending', 'attempts', '0', 'payload', ARGV[2], 'group', ARGV[3])
lane_ring(q, ARGV[3])
return 1
