-- Leases one popped id as `lease` does, when it is plain: it has a row, is in no lane, was not delivered too
-- often, and its payload is inline; `looks`: the payload may be large and is not read before its length.
-- Returns token, returned, payload and the count of claims before this one, and leaves the lease itself to
-- the caller; or has written nothing and returns nil.
local function lease_plain(q, id, most, inline, looks)
  local call, row = redis.call, q .. 'job:' .. id
  if looks then
    local length = redis.pcall('HSTRLEN', row, 'payload')
    if type(length) == 'table' or length > inline then
      return nil
    end
  end
  local field = redis.pcall('HMGET', row, 'attempts', 'returned', 'group', 'payload')
  local before, payload = field[1], field[4]
  local attempts, returned = tonumber(before or ''), field[2] and tonumber(field[2]) or 0
  if not (attempts and payload) or field[2] and not tonumber(field[2]) or field[3] or #payload > inline
    or (most > 0 and attempts - returned >= most) then
    return nil
  end
  call('HSET', row, 'state', 'active', 'attempts', attempts + 1)
  return attempts + 1, returned, payload, before
end
