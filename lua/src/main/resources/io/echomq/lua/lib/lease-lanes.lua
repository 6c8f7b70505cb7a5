-- @use lane-next
-- @use lane-ring
-- @use lease
-- Leases up to `most` jobs out of lanes, one a lane by turns, until c.bytes reach the budget; with an
-- owner, out of those lanes only that no other session holds, which then are its own.
-- Returns how many were leased, and 1 when the budget ended it else 0.
local function lease_lanes(c, most, budget, owner, time)
  local found = 0
  for _ = 1, most do
    if c.bytes >= budget then
      return found, 1
    end
    local group, id = lane_next(c.q, owner, time)
    if not id then
      break
    end
    if lease(c, id) then
      found = found + 1
      if owner then
        redis.call('HSET', c.q .. 'jms:holder', group, id .. ' ' .. c.deadline .. ' ' .. owner)
      end
    end
    lane_ring(c.q, group)
  end
  return found, 0
end
