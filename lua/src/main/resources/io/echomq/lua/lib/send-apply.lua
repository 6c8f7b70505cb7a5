-- @use bury
-- @use lane-added
-- @use lane-join
-- @use note-sent
-- @use now
-- @use send-plain
-- @use sweep-prio
-- @use variadic
-- @use wake
-- @use wake-for-due
-- Stores what send_check has passed; plan.alone: nothing has pushed tokens since. A run-at that
-- has come counts as none. plan.block: what the sender tells of its jobs, all at score 0 and in no lane.
local function send_apply(plan)
  if plan.plain then
    return send_plain(plan)
  end
  local q, time = plan.q, plan.delayed and now() or 0
  local pending, schedule, prio, expiry, earliest = {}, {}, {}, {}, math.huge
  local function put(list, score, id)
    list[#list + 1], list[#list + 2] = score, id
  end
  variadic(plan.victims, 'ZREM', q .. 'pending')
  for _, id in ipairs(plan.victims) do
    bury(q, id, 'EMQ-QUEUE-FULL: dropped as the oldest, the queue was full')
  end
  for i = 1, plan.count do
    if not (plan.taken[i] or plan.skip[i] or plan.full[i]) then
      local o = plan.at + 7 * (i - 1)
      local id, score, group, run_at = ARGV[o], ARGV[o + 3], ARGV[o + 6], tonumber(ARGV[o + 4])
      local row, state = plan.rows[i], run_at > time and 'scheduled' or 'pending'
      if string.sub(ARGV[o + 1], 1, 1) == 's' then
        redis.call('RENAME', q .. 'jms:stage:' .. id, row)
        redis.call('PERSIST', row)
        redis.call('HSET', row, 'state', state, 'attempts', '0')
      else
        redis.call('HSET', row, 'state', state, 'attempts', '0', 'payload', ARGV[o + 2])
      end
      if plan.dedup[i] then
        redis.call('SET', plan.dedup[i][1], id, 'PX', plan.dedup[i][2])
      end
      if plan.sized[i] then
        redis.call('HSET', q .. 'jms:sizes', id, plan.sized[i])
        redis.call('INCRBY', q .. 'jms:bytes', plan.sized[i])
      end
      if ARGV[o + 5] ~= '0' then
        put(expiry, ARGV[o + 5], id)
      end
      if group ~= '' then
        redis.call('HSET', row, 'group', group)
      elseif score ~= '0' then
        put(prio, id, score)
      end
      if state == 'scheduled' then
        put(schedule, run_at, id)
        earliest = math.min(earliest, run_at)
      elseif group ~= '' then
        redis.call('ZADD', q .. 'g:' .. group .. ':pending', 0, id)
        lane_join(q, group)
        lane_added(q, group)
      else
        put(pending, score, id)
      end
    end
  end
  variadic(pending, 'ZADD', q .. 'pending')
  note_sent(plan, #pending / 2)
  if #prio > 0 then
    variadic(prio, 'HSET', q .. 'jms:prio')
    sweep_prio(q, #prio / 2)
  end
  variadic(expiry, 'ZADD', q .. 'jms:expiry')
  if #schedule > 0 then
    variadic(schedule, 'ZADD', q .. 'schedule')
    wake_for_due(q, earliest)
  end
  wake(q, #pending / 2, plan.alone and plan.tokens)
end
