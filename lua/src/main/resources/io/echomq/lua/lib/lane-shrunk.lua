-- @use lane-count
-- @use lane-let-go
-- A job was taken out of a lane by something else than a claim: an empty lane leaves the ring, and when
-- nothing of it is in flight, nothing of it stays.
local function lane_shrunk(q, group)
  if redis.call('EXISTS', q .. 'g:' .. group .. ':pending') == 0 then
    redis.call('LREM', q .. 'ring', 0, group)
    if lane_count(q, group) == 0 then
      lane_let_go(q, group, true)
    end
  end
end
