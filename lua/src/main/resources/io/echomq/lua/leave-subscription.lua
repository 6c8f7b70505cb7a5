-- Purpose: takes a consumer out of a subscription; one that is not durable ends with its last consumer.
-- KEYS (1): 1 emq:{_jms}:jms:sub:<d|s>:<client>:<name>.
-- ARGV: 1 group, 2 consumer ("" none: only those whose lease is over leave), 3 lease ms for what it
--   still holds unacknowledged ("0" it holds nothing): the others may not take that until then.
-- Returns: {1, topic, group} when the subscription is over: its group is to be destroyed; else {0}.
-- Errors: WRONGTYPE.
-- Complexity: O(log n) for n consumers.
-- @use now
local sub, live = KEYS[1], KEYS[1] .. ':live'
local base, unit = string.match(sub, '^(.*:jms:)sub:(.*)$')
local is = redis.call('HMGET', sub, 'topic', 'kind', 'generation')
if not is[1] or 'jms:' .. unit .. ':' .. is[3] ~= ARGV[1] then
  return {0}
end
local held, time = sub .. ':held', now()
redis.call('ZREMRANGEBYSCORE', live, '-inf', time)
redis.call('ZREM', live, ARGV[2])
if ARGV[3] ~= '0' then
  redis.call('ZADD', held, time + ARGV[3], ARGV[2])
else
  redis.call('ZREM', held, ARGV[2])
end
if is[2] ~= 'SHARED' or redis.call('ZCARD', live) > 0 then
  return {0}
end
redis.call('DEL', sub, live, held)
redis.call('HDEL', base .. 'subs', is[1] .. ' ' .. ARGV[1])
return {1, is[1], ARGV[1]}
