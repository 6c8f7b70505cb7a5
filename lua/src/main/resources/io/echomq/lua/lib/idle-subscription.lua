-- @use now
-- Whether nobody uses a durable subscription. Returns its topic and its group; or nil and the answer that
-- says why not: {0} there is none, {-1} it has consumers, {-2, consumer, ...} closed ones may hold messages
-- yet. Those in ARGV from `at` on are known to hold none, and are forgotten.
local function idle_subscription(sub, at)
  local live, held, time = sub .. ':live', sub .. ':held', now()
  local is = redis.call('HMGET', sub, 'topic', 'generation')
  if not is[1] then
    return nil, {0}
  end
  redis.call('ZREMRANGEBYSCORE', live, '-inf', time)
  redis.call('ZREMRANGEBYSCORE', held, '-inf', time)
  if redis.call('ZCARD', live) > 0 then
    return nil, {-1}
  end
  for i = at, #ARGV do
    redis.call('ZREM', held, ARGV[i])
  end
  local holders = redis.call('ZRANGE', held, 0, -1)
  if #holders > 0 then
    return nil, {-2, unpack(holders, 1, math.min(#holders, 1000))}
  end
  return is[1], 'jms:' .. string.match(sub, ':jms:sub:(.*)$') .. ':' .. is[2]
end
