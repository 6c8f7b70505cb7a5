-- Purpose: deletes a durable subscription that nobody uses.
-- KEYS (1): 1 emq:{_jms}:jms:sub:d:<client>:<name>.
-- ARGV: closed consumers that are known to hold no message any more.
-- Returns: {1, topic, group}: its group is to be destroyed; {0} there is none; {-1} it has consumers;
--   {-2, consumer, ...} closed ones that may hold messages yet: ask their group.
-- Errors: WRONGTYPE.
-- Complexity: O(log n) for n consumers.
-- @use idle-subscription
local sub = KEYS[1]
local topic, group = idle_subscription(sub, 1)
if not topic then
  return group
end
redis.call('DEL', sub, sub .. ':live', sub .. ':held')
redis.call('HDEL', string.match(sub, '^(.*:jms:)sub:') .. 'subs', topic .. ' ' .. group)
return {1, topic, group}
