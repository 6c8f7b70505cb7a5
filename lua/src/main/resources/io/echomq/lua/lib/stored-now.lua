-- How many jobs count against the bounds of a queue, those of prepared branches too, and their bytes.
local function stored_now(q)
  local prepared = tonumber(redis.call('GET', q .. 'jms:prepared') or nil) or 0
  local length = redis.call('ZCARD', q .. 'pending') + redis.call('ZCARD', q .. 'active')
    + redis.call('ZCARD', q .. 'schedule') + prepared
  local bytes = tonumber(redis.call('GET', q .. 'jms:bytes') or nil) or 0
  return math.max(redis.call('HLEN', q .. 'jms:sizes'), length), bytes
end
