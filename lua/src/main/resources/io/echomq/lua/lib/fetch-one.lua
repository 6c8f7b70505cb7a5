-- The common case of fetch-jobs at a constant cost, in its short form: nothing is paused, delayed
-- or in lanes, and one plain job comes, or none. Returns the flat answer, or an error reply; or nil and what
-- was popped (ids and scores; nil: nothing was), having written nothing else: then the general way has to
-- be gone.
local function fetch_one(q)
  local call = redis.call
  if call('EXISTS', q .. 'meta', q .. 'schedule', q .. 'ring', q .. 'jms:held:' .. ARGV[4]) > 0 then
    return nil
  end
  local popped, t = call('ZPOPMIN', KEYS[1], ARGV[1]), call('TIME')
  local id, deadline = popped[1], t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[2]
  if not id then
    call('DEL', q .. 'wake', q .. 'jms:blocks')
    return {deadline}
  elseif popped[3] then
    return nil, popped
  end
  local row = q .. 'job:' .. id
  local field = redis.pcall('HMGET', row, 'attempts', 'returned', 'group', 'payload')
  local attempts, payload = tonumber(field[1]), field[4]
  if not attempts or field[2] or field[3] or not payload
    or (attempts > 0 and ARGV[3] ~= '0' and attempts >= tonumber(ARGV[3])) then
    return nil, popped
  end
  local unfit = redis.pcall('ZADD', q .. 'active', deadline, id)
  if type(unfit) == 'table' then
    call('ZADD', KEYS[1], popped[2], id)
    return unfit
  end
  local memory, words = q .. 'jms:fetched:' .. ARGV[5], ARGV[6] .. ' ' .. id .. ' ' .. field[1]
  local before
  if ARGV[7] ~= '' then
    before = call('SET', memory, words, 'PX', ARGV[7], 'GET')
  else
    before = call('SET', memory, words, 'KEEPTTL', 'GET') or call('PEXPIRE', memory, '3600000') and nil
  end
  -- sequences are of one length
  if before and string.sub(before, 1, #ARGV[6]) >= ARGV[6] then
    call('SET', memory, before, 'KEEPTTL')
    call('ZREM', q .. 'active', id)
    return nil, popped
  end
  attempts = attempts + 1
  call('HSET', row, 'state', 'active', 'attempts', attempts)
  return {deadline, id, attempts, 0, #payload > 16384 and #payload or payload}
end
