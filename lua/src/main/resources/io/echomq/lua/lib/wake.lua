-- Pushes up to `count` readiness tokens, never so many that more than 64 wait. `waiting`: how many do
-- wait, when that is known. A key of a wrong type gets none: the beat finds what is ready all the same.
local function wake(q, count, waiting)
  if count < 1 then
    return
  end
  waiting = waiting or redis.pcall('LLEN', q .. 'wake')
  if type(waiting) == 'table' then
    return
  end
  count = math.min(count, 64 - waiting)
  if count == 1 then
    redis.call('LPUSH', q .. 'wake', '1')
  elseif count > 1 then
    local tokens = {}
    for i = 1, count do
      tokens[i] = '1'
    end
    redis.call('LPUSH', q .. 'wake', unpack(tokens))
  end
end
