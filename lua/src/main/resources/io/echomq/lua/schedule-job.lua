-- Purpose: scheduled admission: stores one job that is ready later.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 payload, 3 "at" or "in", 4 server ms, or ms from the server's now.
-- Returns: 1 scheduled; 0 the id exists: nothing is changed.
-- Errors: EMQKIND (not a JOB id), WRONGTYPE.
-- Complexity: O(log m).
-- @use admit
-- @use fit-queue
-- @use now
local q = string.sub(KEYS[1], 1, -8)
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local wrong, row = admit(q, q .. 'schedule')
if not row then
  return wrong
end
redis.call('ZADD', q .. 'schedule', ARGV[3] == 'in' and now() + ARGV[4] or ARGV[4], ARGV[1])
redis.call('HSET', row, 'state', 'scheduled', 'attempts', '0', 'payload', ARGV[2])
return 1
