-- @use lane-next
-- @use lane-taken
-- @use lane-turn
-- @use lane-weight
-- @use lease
-- Leases up to `most` jobs out of lanes by turns, until c.bytes reach the budget: first the turns that
-- lanes which `owner` holds have left in this round, then out of the ring, then out of the held lanes
-- whatever their limit (hard cases, 16). Returns how many were leased, and 1 when the budget ended it
-- else 0.
local function lease_lanes(c, most, budget, owner)
  local q, found = c.q, 0
  local function room()
    return found < most and c.bytes < budget
  end
  local function held()
    return owner and room() and redis.call('SMEMBERS', q .. 'jms:held:' .. owner) or {}
  end
  -- takes the next job of a lane that the owner holds; false when there is none
  local function further(group)
    if redis.call('HGET', q .. 'jms:holder', group) ~= owner then
      redis.call('SREM', q .. 'jms:held:' .. owner, group)
      return false
    elseif not room() or redis.call('SISMEMBER', q .. 'paused', group) == 1 then
      return false
    end
    local head = redis.call('ZPOPMIN', q .. 'g:' .. group .. ':pending')
    if head[1] and lease(c, head[1]) then
      found = found + 1
    end
    return head[1] ~= nil
  end
  for _, group in ipairs(redis.call('EXISTS', q .. 'jms:turns') == 1 and held() or {}) do
    local left = redis.call('HEXISTS', q .. 'jms:turns', group) == 1
    while left and further(group) do
      left = lane_turn(q, group)
    end
  end
  for _ = 1, most + 100 do
    local group, id
    if room() then
      group, id = lane_next(q)
    end
    if not id then
      break
    end
    local leased = lease(c, id)
    found = found + (leased and 1 or 0)
    lane_taken(q, group, owner, leased, -1)
  end
  local mine = held()
  while #mine > 0 and room() do
    local left = {}
    for _, group in ipairs(mine) do
      local more = true
      for _ = 1, lane_weight(q, group) do
        more = more and further(group)
      end
      left[#left + 1] = more and group or nil
    end
    mine = left
  end
  return found, c.bytes >= budget and 1 or 0
end
