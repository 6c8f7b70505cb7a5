-- @use lane-ring
-- @use wake
-- A job of the lane is no longer active: counts it off (nothing is left behind at zero, and a count
-- that a foreign verb left too low never falls below it) and returns the lane to the ring. A lane that
-- no session holds any more wakes one that waits for it.
local function lane_left(q, group)
  if redis.call('HINCRBY', q .. 'gactive', group, -1) < 1 then
    redis.call('HDEL', q .. 'gactive', group)
    if redis.call('HDEL', q .. 'jms:holder', group) == 1
      and redis.call('ZCARD', q .. 'g:' .. group .. ':pending') > 0 then
      wake(q, 1)
    end
  end
  lane_ring(q, group)
end
