-- Gives a lane its limit of one job in flight when nobody has given it another. jms:lanes tells that
-- the limit is ours, so that it goes with the lane's last job.
local function lane_join(q, group)
  if redis.call('HSETNX', q .. 'glimit', group, 1) == 1 then
    redis.call('SADD', q .. 'jms:lanes', group)
  end
end
