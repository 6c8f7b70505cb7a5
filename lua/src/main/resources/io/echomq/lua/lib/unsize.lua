-- @use variadic
-- Takes jobs off what counts against the bounds of their queue (maxLength, maxBytes).
local function unsize(q, ids)
  if #ids == 0 or redis.call('EXISTS', q .. 'jms:sizes') == 0 then
    return
  end
  local bytes = 0
  for _, id in ipairs(ids) do
    bytes = bytes + (tonumber(redis.call('HGET', q .. 'jms:sizes', id) or nil) or 0)
  end
  variadic(ids, 'HDEL', q .. 'jms:sizes')
  if redis.call('EXISTS', q .. 'jms:sizes') == 0 then
    redis.call('DEL', q .. 'jms:bytes')
  else
    redis.call('DECRBY', q .. 'jms:bytes', string.format('%.0f', bytes))
  end
end
