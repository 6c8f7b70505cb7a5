-- @use lane-count
-- @use lane-open
-- Whether `owner` may take a job of a lane now: everybody may, or it holds the lane (hard cases, 16).
local function lane_free(q, group, owner)
  return lane_open(q, group, lane_count(q, group))
    or (redis.call('HGET', q .. 'jms:holder', group) == owner
      and redis.call('SISMEMBER', q .. 'paused', group) == 0)
end
