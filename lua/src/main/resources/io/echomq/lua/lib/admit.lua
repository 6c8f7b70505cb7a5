-- The check phase of the single verbs: kind of the id ARGV[1], then existence, then the type of the
-- set that it goes into. Returns the reply to give (0: the id exists), or nil and the row's key.
local function admit(q, set)
  local id = ARGV[1]
  if #id ~= 14 or string.sub(id, 1, 3) ~= 'JOB' then
    return redis.error_reply('EMQKIND ' .. id .. ' is not the id of a job')
  elseif redis.call('EXISTS', q .. 'job:' .. id) == 1 then
    return 0
  end
  redis.call('ZCARD', set)
  return nil, q .. 'job:' .. id
end
