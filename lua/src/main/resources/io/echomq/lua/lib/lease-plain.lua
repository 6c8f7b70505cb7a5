-- Leases one popped id as `lease` does, when it is plain: it has a row, is in no lane, was not delivered too
-- often, and its payload is inline. Returns token, returned and payload, and leaves the lease itself to the
-- caller; or has written nothing and returns nil.
local function lease_plain(q, id, most, inline)
  local call, row = redis.call, q .. 'job:' .. id
  local length = redis.pcall('HSTRLEN', row, 'payload')
  if type(length) == 'table' or length > inline then
    return nil
  end
  local field = call('HMGET', row, 'attempts', 'returned', 'group', 'payload')
  local attempts, returned = tonumber(field[1] or ''), tonumber(field[2] or '0')
  if not (attempts and returned and field[4]) or field[3] or (most > 0 and attempts - returned >= most) then
    return nil
  end
  call('HSET', row, 'state', 'active', 'attempts', attempts + 1)
  return attempts + 1, returned, field[4]
end
