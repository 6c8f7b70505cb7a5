-- The common case of complete-jobs at a constant cost: one leased job of no lane, in a queue where no
-- job has a priority or an expiry or counts against a bound. Completes it and returns true; or has
-- written nothing and returns false.
local function settle_one(q, id, token)
  local call, row = redis.call, q .. 'job:' .. id
  local field = redis.pcall('HMGET', row, 'attempts', 'state', 'group')
  if field[1] ~= token or field[2] ~= 'active' or field[3]
    or call('EXISTS', q .. 'jms:prio', q .. 'jms:expiry', q .. 'jms:sizes') > 0
    or call('ZREM', q .. 'active', id) == 0 then
    return false
  end
  call('DEL', row)
  redis.pcall('HINCRBY', q .. 'metrics:completed', 'count', '1') -- no counter fails what was carried out
  return true
end
