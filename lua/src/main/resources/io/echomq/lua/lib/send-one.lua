-- The common case of send-jobs at a constant cost: the short form of ARGV, and nothing unusual about the
-- job or the queue. Stores the job and returns true; or has written nothing and returns false: then the
-- general way has to be gone, which tells what is wrong.
local function send_one(q)
  local call, id, known = redis.call, ARGV[4], q .. 'jms:sent:' .. ARGV[1]
  local row, wake, before, next = q .. 'job:' .. id, q .. 'wake', nil, ARGV[1] == ''
  if KEYS[2] or #id ~= 14 or string.sub(id, 1, 3) ~= 'JOB' then
    return false
  end
  if string.byte(q, 6) == 95 and string.sub(q, 1, 10) == 'emq:{_tmp.'
    and call('EXISTS', q .. 'jms:owner') == 0 then
    return false
  end
  local tokens = redis.pcall('LLEN', wake)
  if type(tokens) == 'table' or call('EXISTS', row) == 1 then
    return false
  end
  if not next then
    local sequence, after = ARGV[2], '0'
    if not tonumber(sequence) then
      sequence, after = string.match(sequence, '^(%d+):(%d+)$')
    end
    if ARGV[3] ~= '' then
      before = call('SET', known, sequence, 'PX', ARGV[3], 'GET')
    else
      before = call('SET', known, sequence, 'KEEPTTL', 'GET') or call('PEXPIRE', known, '3600000') and nil
    end
    -- a memory that holds notes is no number
    local last = tonumber(before or '0')
    next = last and last < tonumber(sequence) and last >= tonumber(after)
  end
  if not next or type(redis.pcall('ZADD', KEYS[1], '0', id)) == 'table' then
    if before then
      call('SET', known, before, 'KEEPTTL')
    else
      call('DEL', known)
    end
    return false
  end
  call('HSET', row, 'state', 'pending', 'attempts', '0', 'payload', ARGV[5])
  if tokens < 64 then
    call('LPUSH', wake, '1')
  end
  return true
end
