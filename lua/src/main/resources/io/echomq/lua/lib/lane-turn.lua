-- @use lane-weight
-- Counts a turn of a lane. Returns true when it has more in this round: jms:turns holds how many it had,
-- only of lanes with a weight, and only in the middle of their round.
local function lane_turn(q, group)
  local weight = lane_weight(q, group)
  if weight == 1 then
    return false
  elseif redis.call('HINCRBY', q .. 'jms:turns', group, 1) < weight then
    return true
  end
  redis.call('HDEL', q .. 'jms:turns', group)
  return false
end
