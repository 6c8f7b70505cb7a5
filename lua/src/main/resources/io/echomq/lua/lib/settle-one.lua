-- The common case of complete-jobs at a constant cost: one leased job of no lane, in a queue where no
-- job has a priority or an expiry or counts against a bound. Completes and remembers it and returns 0; or
-- returns nil, having completed it, when the memory holds more than the last sequence; or false,
-- having written nothing.
local function settle_one(q)
  local call, id = redis.call, ARGV[5]
  local row = q .. 'job:' .. id
  local field = redis.pcall('HMGET', row, 'attempts', 'group')
  if field[1] ~= ARGV[6] or field[2]
    or call('EXISTS', q .. 'jms:prio', q .. 'jms:expiry', q .. 'jms:sizes') > 0
    or call('ZREM', q .. 'active', id) == 0 then
    return false
  end
  call('DEL', row)
  redis.pcall('HINCRBY', q .. 'metrics:completed', 'count', '1') -- no counter fails what was carried out
  if ARGV[1] ~= '' then
    local memory = q .. 'jms:acked:' .. ARGV[1]
    local before
    if ARGV[4] ~= '' then
      before = call('SET', memory, ARGV[2], 'PX', ARGV[4], 'GET')
    else
      before = call('SET', memory, ARGV[2], 'KEEPTTL', 'GET') or call('PEXPIRE', memory, '3600000') and nil
    end
    if before and not ((tonumber(before) or math.huge) < tonumber(ARGV[2])) then
      call('SET', memory, before, 'KEEPTTL')
      return nil
    end
  end
  return 0
end
