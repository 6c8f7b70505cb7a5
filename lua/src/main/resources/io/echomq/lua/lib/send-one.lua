-- The common case of send-jobs at a constant cost: the short form of ARGV, and nothing unusual about the
-- job or the queue. Stores the job and returns true; or has written nothing and returns false: then the
-- general way has to be gone, which tells what is wrong.
local function send_one(q)
  local call, id, known, last = redis.call, ARGV[4], q .. 'jms:sent:' .. ARGV[1], nil
  local row, wake = q .. 'job:' .. id, q .. 'wake'
  if KEYS[2] or #id ~= 14 or string.sub(id, 1, 3) ~= 'JOB' then
    return false
  end
  local sequence, after = tonumber(ARGV[2]), '0'
  if not sequence then
    sequence, after = string.match(ARGV[2], '^(%d+):(%d+)$')
  end
  if ARGV[1] ~= '' then
    -- a memory that holds notes is no number
    last = tonumber(call('GET', known) or '0')
    if not last or last >= tonumber(sequence) or last < tonumber(after) then
      return false
    end
  end
  if string.sub(q, 1, 10) == 'emq:{_tmp.' and call('EXISTS', q .. 'jms:owner') == 0 then
    return false
  end
  local tokens = redis.pcall('LLEN', wake)
  if type(tokens) == 'table' or call('EXISTS', row) == 1
    or type(redis.pcall('ZADD', KEYS[1], '0', id)) == 'table' then
    return false
  end
  call('HSET', row, 'state', 'pending', 'attempts', '0', 'payload', ARGV[5])
  if tokens < 64 then
    call('LPUSH', wake, '1')
  end
  if last then
    call('SET', known, sequence, 'PX', ARGV[3])
  end
  return true
end
