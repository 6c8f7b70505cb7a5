-- @use forget
-- @use lane-added
-- @use lane-join
-- @use now
-- @use sweep-prio
-- @use variadic
-- @use wake
-- @use wake-for-due
-- Makes the stored jobs of a branch ready, or schedules them. A run-at that has come counts as none.
-- One
-- whose deduplication id is known by now stores nothing. Returns how many are gone.
local function branch_send(q, sends)
  local pending, schedule, prio, expiry, earliest, gone = {}, {}, {}, {}, math.huge, 0
  local time = now()
  local function put(list, score, id)
    list[#list + 1], list[#list + 2] = score, id
  end
  for _, send in ipairs(sends) do
    local id, score, run_at, group = send[1], send[2], tonumber(send[3]), send[5]
    local row = q .. 'job:' .. id
    local window, dedup = string.match(send[6] or '', '^(%d+) (%S+)')
    if redis.call('HGET', row, 'state') ~= 'scheduled' then
      gone = gone + 1
    elseif window and window ~= '0'
      and not redis.call('SET', q .. 'de:' .. dedup, id, 'PX', window, 'NX') then
      forget(q, {id})
    else
      if send[4] ~= '0' then
        put(expiry, send[4], id)
      end
      if group == '' and score ~= '0' then
        put(prio, id, score)
      end
      if run_at > time then
        put(schedule, run_at, id)
        earliest = math.min(earliest, run_at)
      else
        redis.call('HSET', row, 'state', 'pending')
        if group == '' then
          put(pending, score, id)
        else
          redis.call('ZADD', q .. 'g:' .. group .. ':pending', 0, id)
          lane_join(q, group)
          lane_added(q, group)
        end
      end
    end
  end
  variadic(pending, 'ZADD', q .. 'pending')
  if #prio > 0 then
    variadic(prio, 'HSET', q .. 'jms:prio')
    sweep_prio(q, #prio / 2)
  end
  variadic(expiry, 'ZADD', q .. 'jms:expiry')
  if #schedule > 0 then
    variadic(schedule, 'ZADD', q .. 'schedule')
    wake_for_due(q, earliest)
  end
  wake(q, #pending / 2)
  return gone
end
