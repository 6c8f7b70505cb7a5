-- Takes a lane out of the ring that cannot be served now. `place`: its index there when it is known (-1
-- last; the last lane fills the gap, so that a long ring is not searched), false when it is not in it,
-- nil when nobody knows.
local function lane_leave(q, group, place)
  if place == nil then
    redis.call('LREM', q .. 'ring', -1, group)
  elseif place and redis.call('LINDEX', q .. 'ring', place) == group then
    local last = redis.call('RPOP', q .. 'ring')
    if last ~= group then
      redis.call('LSET', q .. 'ring', place, last)
    end
  end
end
