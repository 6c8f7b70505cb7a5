-- How many turns a lane has in each round of the ring: its weight; one when it has none.
local function lane_weight(q, group)
  local weight = tonumber(redis.call('HGET', q .. 'gweight', group) or nil) or 1
  return weight >= 1 and math.floor(weight) or 1
end
