-- @use bury
-- @use lane-left
-- @use make-ready
-- @use now
-- @use release-dead
-- @use variadic
-- @use wake
-- @use wake-for-due
-- Puts the pinned jobs of a branch back where they were, or into `schedule` or the morgue when the
-- record says so. Returns how many are gone, or somebody else's by now.
local function branch_return(q, acks)
  local ready, schedule, held, left, earliest, gone, time = {}, {}, {}, {}, math.huge, 0, now()
  for _, ack in ipairs(acks) do
    local id, delay = ack[1], ack[3]
    local row = redis.call('HMGET', q .. 'job:' .. id, 'attempts', 'state', 'group')
    if row[1] ~= ack[2] or (row[2] ~= 'active' and row[2] ~= 'dead') then
      gone = gone + 1
    elseif row[2] == 'dead' then
      release_dead(q, id, 'a', tostring(math.max(0, delay)), '', time)
    else
      held[#held + 1] = id
      if delay == 0 then
        ready[#ready + 1] = id
      else
        left[#left + 1] = row[3] or nil
        if delay < 0 then
          bury(q, id, 'rolled back by its transaction at its last delivery')
        else
          redis.call('HSET', q .. 'job:' .. id, 'state', 'scheduled')
          schedule[#schedule + 1], schedule[#schedule + 2] = time + delay, id
          earliest = math.min(earliest, time + delay)
        end
      end
    end
  end
  variadic(held, 'ZREM', q .. 'active')
  wake(q, (make_ready(q, ready, 'active')))
  if #schedule > 0 then
    variadic(schedule, 'ZADD', q .. 'schedule')
    wake_for_due(q, earliest)
  end
  for _, group in ipairs(left) do
    lane_left(q, group)
  end
  return gone
end
