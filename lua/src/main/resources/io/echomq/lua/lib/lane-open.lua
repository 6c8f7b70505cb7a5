-- Whether a lane may give a job to anybody while `held` of its jobs are in flight: not paused, and
-- below its limit. Returns the limit too; nil when it has none.
local function lane_open(q, group, held)
  local limit = tonumber(redis.call('HGET', q .. 'glimit', group) or nil)
  if limit and limit < 1 then
    limit = nil
  end
  return redis.call('SISMEMBER', q .. 'paused', group) == 0 and (not limit or held < limit), limit
end
