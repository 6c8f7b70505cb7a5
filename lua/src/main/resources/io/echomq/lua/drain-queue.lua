-- Purpose: deletes the jobs that wait in the flat set, and optionally the scheduled ones.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 batch (1 to 1000), 2 "1" to drain the schedule too, else "0".
-- Returns: how many were taken out; call again until 0.
-- Errors: WRONGTYPE.
-- Complexity: O(b log m) for a batch of b. Active and dead jobs stay.
-- @use fit-queue
-- @use forget
-- @use variadic
local q, batch = string.sub(KEYS[1], 1, -8), tonumber(ARGV[1])
local unfit = fit_queue(q, false)
if unfit then
  return unfit
end
local ids = redis.call('ZRANGE', KEYS[1], 0, batch - 1)
variadic(ids, 'ZREM', KEYS[1])
if ARGV[2] == '1' and #ids < batch then
  local later = redis.call('ZRANGE', q .. 'schedule', 0, batch - #ids - 1)
  variadic(later, 'ZREM', q .. 'schedule')
  for _, id in ipairs(later) do
    ids[#ids + 1] = id
  end
end
forget(q, ids)
if #ids < batch then
  redis.call('DEL', q .. 'jms:blocks')
end
return #ids
