-- @use lane-count
-- @use lane-enter
-- @use lane-open
-- @use wake
-- A job was put into a lane. One that was empty is in the ring only if it can be served now; one that
-- was not is where it belongs already. When a session holds the lane, nobody else may have the job: a
-- token, if none waits, since the holder may be waiting for it.
local function lane_added(q, group)
  if redis.call('ZCARD', q .. 'g:' .. group .. ':pending') > 1 then
    return
  end
  if lane_open(q, group, lane_count(q, group)) then
    lane_enter(q, group)
  elseif redis.call('HEXISTS', q .. 'jms:holder', group) == 1 and redis.call('LLEN', q .. 'wake') == 0 then
    wake(q, 1)
  end
end
