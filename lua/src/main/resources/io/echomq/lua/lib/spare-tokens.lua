-- Takes away the readiness tokens that no job is there for, after jobs were taken by one who was not woken
-- by theirs: whoever waits for such jobs only would be woken by each in vain. Not where there are lanes or
-- delayed jobs, which tokens may be for.
local function spare_tokens(q)
  local left = redis.call('ZCARD', q .. 'pending')
  if left == 0 then
    redis.call('DEL', q .. 'wake')
  elseif left < 64 then
    local tokens = redis.pcall('LLEN', q .. 'wake')
    if type(tokens) == 'number' and tokens > left then
      redis.call('RPOP', q .. 'wake', tokens - left)
    end
  end
end
