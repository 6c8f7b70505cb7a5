-- @use bury
-- @use lane-added
-- Leases one id that was popped from where it waited. Appends four values to c.jobs: id, token,
-- returned, and the payload or, above c.inline bytes, its length. No row: c.ghosts. Claimed
-- c.most times already without an acknowledgement: the morgue and c.dead. With c.flat set, a job of a
-- lane that was found in the flat set (a foreign verb put it there) goes into its lane. `payload`: who has
-- read it, one of c.inline bytes at most, spares the server that. Returns true when leased.
local function lease(c, id, payload)
  local row = c.q .. 'job:' .. id
  local length = payload and #payload or redis.pcall('HSTRLEN', row, 'payload')
  if type(length) == 'table' then
    c.ghosts[#c.ghosts + 1] = id
    return false
  end
  local body = length <= c.inline
  local rest = body and not payload and 'payload' or 'state'
  local field = redis.call('HMGET', row, 'attempts', 'returned', 'group', rest)
  if not payload and not field[1] and not field[4] then
    c.ghosts[#c.ghosts + 1] = id
    return false
  end
  if field[3] and c.flat then
    redis.call('ZADD', c.q .. 'g:' .. field[3] .. ':pending', 0, id)
    lane_added(c.q, field[3])
    return false
  end
  local attempts, returned = tonumber(field[1] or 0) or 0, tonumber(field[2] or 0) or 0
  if c.most > 0 and attempts - returned >= c.most then
    bury(c.q, id, 'delivered ' .. attempts - returned .. ' times without acknowledgement')
    c.dead[#c.dead + 1] = id
    return false
  end
  redis.call('HSET', row, 'state', 'active', 'attempts', attempts + 1)
  if field[3] then
    redis.call('HINCRBY', c.q .. 'gactive', field[3], 1)
  end
  c.active[#c.active + 1], c.active[#c.active + 2] = c.deadline, id
  local n = #c.jobs
  c.jobs[n + 1], c.jobs[n + 2], c.jobs[n + 3] = id, attempts + 1, returned
  c.jobs[n + 4] = body and (payload or field[4] or '') or length
  c.bytes = c.bytes + (body and length or 0)
  return true
end
