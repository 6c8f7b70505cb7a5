-- Purpose: puts jobs that wait off until a time, or makes scheduled ones ready now.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 server ms from when on they may be delivered (past: now); then ids, 500 at most.
-- Returns: {id, why, ...} of those that stay as they are: "active", "prepared" (see lib/hold-of), "dead"
--   or "gone".
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); ten calls a job. Wakes for what became ready, and for a new earliest due time.
-- @use fit-queue
-- @use hold-of
-- @use make-ready
-- @use now
-- @use take-out
-- @use variadic
-- @use wake
-- @use wake-for-due
local q, time, run_at = string.sub(KEYS[1], 1, -8), now(), tonumber(ARGV[1])
local waiting, schedule, stay = {}, {}, {}
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
for i = 2, #ARGV do
  local id = ARGV[i]
  local row = redis.call('HMGET', q .. 'job:' .. id, 'state', 'group')
  local why = not row[1] and 'gone' or row[1] == 'dead' and 'dead' or hold_of(q, id, row[1], time)
  if why then
    stay[#stay + 1], stay[#stay + 2] = id, why
  else
    take_out(q, id, row[1], row[2])
    redis.call('HSET', q .. 'job:' .. id, 'state', 'scheduled')
    waiting[#waiting + 1] = id
    schedule[#schedule + 1], schedule[#schedule + 2] = ARGV[1], id
  end
end
if run_at <= time then
  wake(q, (make_ready(q, waiting, 'scheduled')))
elseif #schedule > 0 then
  variadic(schedule, 'ZADD', q .. 'schedule')
  wake_for_due(q, run_at)
end
return stay
