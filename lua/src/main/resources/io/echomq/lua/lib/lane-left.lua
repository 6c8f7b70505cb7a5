-- @use lane-ring
-- A job of the lane is no longer active: counts it off (nothing is left behind at zero, and a count
-- that a foreign verb left too low never falls below it) and returns the lane to the ring.
local function lane_left(q, group)
  if redis.call('HINCRBY', q .. 'gactive', group, -1) < 1 then
    redis.call('HDEL', q .. 'gactive', group)
  end
  lane_ring(q, group)
end
