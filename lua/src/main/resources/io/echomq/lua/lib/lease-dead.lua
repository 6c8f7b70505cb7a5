-- Leases a dead letter where it is: the member stays in `dead`, the lease stands beside it in
-- jms:dead, so that no reap throws it back into `pending` (hard cases, 26). Appends to c.jobs as
-- lease does; a member whose row is gone or not dead is taken out, to c.ghosts.
local function lease_dead(c, id)
  local row = c.q .. 'job:' .. id
  local length = redis.pcall('HSTRLEN', row, 'payload')
  local body = type(length) == 'number' and length <= c.inline
  local field = redis.pcall('HMGET', row, 'state', 'attempts', 'returned', body and 'payload' or 'state')
  if field[1] ~= 'dead' then
    redis.call('ZREM', c.q .. 'dead', id)
    c.ghosts[#c.ghosts + 1] = id
    return
  end
  local token = (tonumber(field[2] or 0) or 0) + 1
  redis.call('HSET', row, 'attempts', token)
  redis.call('ZADD', c.q .. 'jms:dead', c.deadline, id)
  local n = #c.jobs
  c.jobs[n + 1], c.jobs[n + 2], c.jobs[n + 3] = id, token, tonumber(field[3] or 0) or 0
  c.jobs[n + 4] = body and (field[4] or '') or length
  c.bytes = c.bytes + (body and length or 0)
end
