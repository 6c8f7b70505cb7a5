-- Purpose: puts leased jobs of one queue back, in one step (hard cases, 5 and 12).
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: for each job six: id, fencing token, verdict ("u" never handed over: not counted; "a" again:
--   counted; "d" to the morgue), score (4 - priority), delay ms ("a" only; 0 at once), reason ("" or
--   what becomes last_error; with "a" and "d"). 1000 jobs a call at most.
-- Returns: ids that were not held: no row, another token, or not an active member (a job that was
--   reaped meanwhile waits already, and its delivery stays counted). A leased dead letter stays dead.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); two calls a job and one variadic write of each kind for all.
-- @use bury
-- @use fit-queue
-- @use lane-left
-- @use lane-let-go
-- @use now
-- @use release-dead
-- @use survive-oom
-- @use variadic
-- @use wake
-- @use wake-for-due
local q, time, earliest = string.sub(KEYS[1], 1, -8), now(), math.huge
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
survive_oom(q)
local lost, held, pending, schedule = {}, {}, {}, {}
for i = 1, #ARGV, 6 do
  local id, verdict, reason = ARGV[i], ARGV[i + 2], ARGV[i + 5]
  local row = redis.pcall('HMGET', q .. 'job:' .. id, 'state', 'attempts', 'returned', 'group')
  if row[1] == 'dead' and row[2] == ARGV[i + 1] then
    if not release_dead(q, id, verdict, ARGV[i + 4], reason, time) then
      lost[#lost + 1] = id
    end
  elseif row[1] ~= 'active' or row[2] ~= ARGV[i + 1] or not redis.call('ZSCORE', q .. 'active', id) then
    lost[#lost + 1] = id
  else
    held[#held + 1] = id
    local run_at = verdict == 'a' and ARGV[i + 4] ~= '0' and time + ARGV[i + 4]
    local values = {'state', run_at and 'scheduled' or 'pending'}
    if verdict == 'u' then
      values[3], values[4] = 'returned', (tonumber(row[3] or 0) or 0) + 1
    elseif reason ~= '' then
      values[3], values[4] = 'last_error', reason
    end
    local waits = run_at and row[4] and redis.call('HGET', q .. 'glimit', row[4]) == '1'
    if verdict == 'd' then
      bury(q, id, reason ~= '' and reason or 'rejected by its consumer')
    else
      redis.call('HSET', q .. 'job:' .. id, unpack(values))
    end
    if run_at then
      schedule[#schedule + 1], schedule[#schedule + 2] = run_at, id
      earliest = math.min(earliest, run_at)
    elseif verdict ~= 'd' and row[4] then
      redis.call('ZADD', q .. 'g:' .. row[4] .. ':pending', 0, id)
      lane_left(q, row[4], true)
    elseif verdict ~= 'd' then
      pending[#pending + 1], pending[#pending + 2] = ARGV[i + 3], id
    end
    if waits then
      -- stays counted as in flight, so that nothing of its group overtakes it (hard cases, 17)
      redis.call('HSET', q .. 'jms:waits', id, row[4])
      lane_let_go(q, row[4], false)
    elseif row[4] and (run_at or verdict == 'd') then
      lane_left(q, row[4])
    end
  end
end
variadic(held, 'ZREM', q .. 'active')
variadic(pending, 'ZADD', q .. 'pending')
if #schedule > 0 then
  variadic(schedule, 'ZADD', q .. 'schedule')
  wake_for_due(q, earliest)
end
wake(q, #pending / 2)
return lost
