-- Purpose: writes a record that nobody could process into the morgue, as a job.
-- KEYS (1): 1 emq:{q}:dead; job:<id> and metrics:failed are derived from it.
-- ARGV: 1 id of the job, 2 how often it was delivered, 3 payload, 4 reason.
-- Returns: 1; 0 when it is there already.
-- Errors: WRONGTYPE; nothing is written then.
-- Complexity: O(log n) for n dead.
-- @use check-types
-- @use now
local q = string.sub(KEYS[1], 1, -5)
local wrong = check_types(q, {'dead', 'zset', 'metrics:failed', 'hash', 'jms:died', 'hash',
  'job:' .. ARGV[1], 'hash'})
if wrong then
  return wrong
end
if redis.call('EXISTS', q .. 'job:' .. ARGV[1]) == 1 then
  return 0
end
redis.call('HSET', q .. 'job:' .. ARGV[1], 'state', 'dead', 'attempts', ARGV[2], 'payload', ARGV[3],
  'last_error', ARGV[4])
redis.call('ZADD', q .. 'dead', 0, ARGV[1])
redis.call('HSET', q .. 'jms:died', ARGV[1], (now()))
redis.call('HINCRBY', q .. 'metrics:failed', 'count', 1)
return 1
