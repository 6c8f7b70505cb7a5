-- No job of the lane is in flight: no session holds it any more. `drained`: none waits either, and
-- nothing of the lane is left behind.
local function lane_let_go(q, group, drained)
  local holder = redis.call('HGET', q .. 'jms:holder', group)
  if holder then
    redis.call('HDEL', q .. 'jms:holder', group)
    redis.call('SREM', q .. 'jms:held:' .. holder, group)
  end
  if drained then
    redis.call('HDEL', q .. 'jms:turns', group)
  end
  if drained and redis.call('SREM', q .. 'jms:lanes', group) == 1
    and redis.call('HGET', q .. 'glimit', group) == '1' then
    redis.call('HDEL', q .. 'glimit', group)
  end
end
