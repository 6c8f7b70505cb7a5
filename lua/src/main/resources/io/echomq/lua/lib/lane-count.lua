-- How many jobs of a lane are in flight; a count that a foreign verb left below zero is none.
local function lane_count(q, group)
  return math.max(0, tonumber(redis.call('HGET', q .. 'gactive', group) or nil) or 0)
end
