-- Purpose: renews the lease of a subscription's consumer, and tells who is live.
-- KEYS (1): 1 emq:{_jms}:jms:sub:<d|s>:<client>:<name>.
-- ARGV: 1 group, 2 consumer ("" none: only asks), 3 lease ms, 4 "1": it is closed and holds messages yet.
-- Returns: the consumers whose messages nobody else may take; {} when the subscription is over, was
--   replaced, or has another consumer and can have only one.
-- Errors: WRONGTYPE.
-- Complexity: O(n) for n consumers.
-- @use now
local sub, live, held = KEYS[1], KEYS[1] .. ':live', KEYS[1] .. ':held'
local unit, time = string.match(sub, ':jms:sub:(.*)$'), now()
local is = redis.call('HMGET', sub, 'kind', 'generation')
if not is[1] or 'jms:' .. unit .. ':' .. is[2] ~= ARGV[1] then
  return {}
end
redis.call('ZREMRANGEBYSCORE', live, '-inf', time)
redis.call('ZREMRANGEBYSCORE', held, '-inf', time)
if ARGV[4] == '1' then
  redis.call('ZADD', held, time + ARGV[3], ARGV[2])
elseif ARGV[2] ~= '' then
  local alone = redis.call('ZCARD', live) == 0 or redis.call('ZSCORE', live, ARGV[2])
  if is[1] == 'DURABLE' and not alone then
    return {}
  end
  redis.call('ZADD', live, time + ARGV[3], ARGV[2])
end
local all = redis.call('ZRANGE', live, 0, -1)
for _, consumer in ipairs(redis.call('ZRANGE', held, 0, -1)) do
  all[#all + 1] = consumer
end
return all
