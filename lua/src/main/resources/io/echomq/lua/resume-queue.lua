-- Purpose: resumes a queue and wakes as many consumers as jobs wait.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: none.
-- Returns: 1 resumed now; 0 it was not paused.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
-- @use wake
local q = string.sub(KEYS[1], 1, -8)
local resumed = redis.call('HDEL', q .. 'meta', 'paused')
if resumed == 1 then
  wake(q, redis.call('ZCARD', KEYS[1]) + redis.call('LLEN', q .. 'ring'))
end
return resumed
