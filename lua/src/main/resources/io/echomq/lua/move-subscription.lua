-- Purpose: lets a durable subscription that nobody uses go on from another place in its log, under a new
--   generation: whoever joins from now on finds, or makes, a group that begins there.
-- KEYS (1): 1 emq:{_jms}:jms:sub:d:<client>:<name>.
-- ARGV: 1 the new generation, 2 position, 3 "1": what was sent with a delay before it existed is for it
--   too, since it lies in the history; then closed consumers as in drop-subscription.
-- Returns: {1, topic, old group, new group}: the old one is to be destroyed and the new one created; {0},
--   {-1}, {-2, consumer, ...} as drop-subscription.
-- Errors: WRONGTYPE.
-- Complexity: O(log n) for n consumers.
-- @use idle-subscription
local sub = KEYS[1]
local topic, group = idle_subscription(sub, 4)
if not topic then
  return group
end
local base, unit = string.match(sub, '^(.*:jms:)sub:(.*)$')
local fresh = 'jms:' .. unit .. ':' .. ARGV[1]
redis.call('HSET', sub, 'generation', ARGV[1], 'start', ARGV[2])
if ARGV[3] == '1' then
  redis.call('HSET', sub, 'created', '0')
end
redis.call('HDEL', base .. 'subs', topic .. ' ' .. group)
redis.call('HSET', base .. 'subs', topic .. ' ' .. fresh, unit)
return {1, topic, group, fresh}
