-- @use lane-left
-- @use lane-shrunk
-- Takes one job out of every set it may be in, whatever its row says; the row stays. Its lane, if it
-- has one, comes to the ring or leaves it.
local function take_out(q, id, state, group)
  for _, set in ipairs({'pending', 'active', 'schedule', 'dead', 'jms:dead'}) do
    redis.call('ZREM', q .. set, id)
  end
  redis.pcall('HDEL', q .. 'jms:died', id)
  if group then
    redis.call('ZREM', q .. 'g:' .. group .. ':pending', id)
    if state == 'active' or redis.call('HDEL', q .. 'jms:waits', id) == 1 then
      lane_left(q, group)
    else
      lane_shrunk(q, group)
    end
  end
end
