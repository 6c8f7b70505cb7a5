-- @use lane-next
-- @use lane-taken
-- @use lease
-- Leases up to `most` jobs out of lanes, one a lane by turns, until c.bytes reach the budget: first out
-- of the ring, then out of the lanes that `owner` holds, whatever their limit (hard cases, 16).
-- Returns how many were leased, and 1 when the budget ended it else 0.
local function lease_lanes(c, most, budget, owner)
  local q, found = c.q, 0
  for _ = 1, most + 100 do
    local group, id
    if found < most and c.bytes < budget then
      group, id = lane_next(q)
    end
    if not id then
      break
    end
    local leased = lease(c, id)
    found = found + (leased and 1 or 0)
    lane_taken(q, group, owner, leased)
  end
  local mine = owner and found < most and redis.call('SMEMBERS', q .. 'jms:held:' .. owner) or {}
  while #mine > 0 and found < most and c.bytes < budget do
    local left = {}
    for _, group in ipairs(mine) do
      if redis.call('HGET', q .. 'jms:holder', group) ~= owner then
        redis.call('SREM', q .. 'jms:held:' .. owner, group)
      elseif found < most and c.bytes < budget and redis.call('SISMEMBER', q .. 'paused', group) == 0 then
        local head = redis.call('ZPOPMIN', q .. 'g:' .. group .. ':pending')
        if head[1] then
          found = found + (lease(c, head[1]) and 1 or 0)
          left[#left + 1] = group
        end
      end
    end
    mine = left
  end
  return found, c.bytes >= budget and 1 or 0
end
