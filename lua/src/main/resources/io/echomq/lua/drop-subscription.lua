-- Purpose: deletes a durable subscription that has no consumer.
-- KEYS (1): 1 emq:{_jms}:jms:sub:d:<client>:<name>.
-- ARGV: none.
-- Returns: {1, topic, group}: its group is to be destroyed; {0} there is none; {-1} it has consumers.
-- Errors: WRONGTYPE.
-- Complexity: O(log n) for n consumers.
-- @use now
local sub, live = KEYS[1], KEYS[1] .. ':live'
local base, unit = string.match(sub, '^(.*:jms:)sub:(.*)$')
local is = redis.call('HMGET', sub, 'topic', 'generation')
if not is[1] then
  return {0}
end
redis.call('ZREMRANGEBYSCORE', live, '-inf', (now()))
if redis.call('ZCARD', live) > 0 then
  return {-1}
end
local group = 'jms:' .. unit .. ':' .. is[2]
redis.call('DEL', sub, live, sub .. ':held')
redis.call('HDEL', base .. 'subs', is[1] .. ' ' .. group)
return {1, is[1], group}
