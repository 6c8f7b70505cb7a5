-- Leases one popped id until `deadline`. Returns {id, payload, attempts}, or nil when it has no row.
local function hand_out(q, id, deadline)
  local row = q .. 'job:' .. id
  if redis.call('TYPE', row).ok ~= 'hash' then
    return nil
  end
  local attempts = redis.call('HINCRBY', row, 'attempts', 1)
  redis.call('HSET', row, 'state', 'active')
  redis.call('ZADD', q .. 'active', deadline, id)
  return {id, redis.call('HGET', row, 'payload') or '', attempts}
end
