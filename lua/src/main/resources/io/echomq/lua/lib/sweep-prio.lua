-- @use variadic
-- Takes entries out of jms:prio whose row is gone, when it holds more than there are jobs: other runtimes
-- complete jobs without telling. Drawing more at random than were `added` keeps it near twice what is live.
local function sweep_prio(q, added)
  local jobs = 100
  for _, set in ipairs({'pending', 'active', 'schedule', 'dead'}) do
    local many = redis.pcall('ZCARD', q .. set)
    jobs = jobs + (type(many) == 'number' and many or 0)
  end
  if redis.call('HLEN', q .. 'jms:prio') <= jobs then
    return
  end
  local gone = {}
  for _, id in ipairs(redis.call('HRANDFIELD', q .. 'jms:prio', math.min(2 * added + 20, 1000))) do
    if redis.call('EXISTS', q .. 'job:' .. id) == 0 then
      gone[#gone + 1] = id
    end
  end
  variadic(gone, 'HDEL', q .. 'jms:prio')
end
