-- Purpose: brings dead letters back to where they can be claimed, at their place and priority.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 "1" to begin their counts of deliveries anew (`returned` becomes `attempts`, which never falls
--   since it fences leases), else "0"; then ids, 500 at most.
-- Returns: {id, why, ...} of those that stay: "held" or "prepared" (see lib/hold-of), "gone" (no such
--   row; a member without one is removed), or their state when it is not dead.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); six calls a job. Wakes as many consumers as jobs became ready.
-- @use fit-queue
-- @use hold-of
-- @use make-ready
-- @use now
-- @use variadic
-- @use wake
local q, time, back, stay = string.sub(KEYS[1], 1, -8), now(), {}, {}
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
for i = 2, #ARGV do
  local id = ARGV[i]
  local row = redis.call('HMGET', q .. 'job:' .. id, 'state', 'attempts')
  local why = not row[1] and 'gone' or row[1] ~= 'dead' and row[1] or hold_of(q, id, 'dead', time)
  if why then
    stay[#stay + 1], stay[#stay + 2] = id, why
    if why == 'gone' then
      redis.call('ZREM', q .. 'dead', id)
    end
  else
    back[#back + 1] = id
    if ARGV[1] == '1' then
      redis.call('HSET', q .. 'job:' .. id, 'returned', row[2] or 0)
    end
  end
end
variadic(back, 'ZREM', q .. 'dead')
variadic(back, 'ZREM', q .. 'jms:dead')
wake(q, (make_ready(q, back, 'dead')))
return stay
