-- Purpose: claim of the wire contract: leases the next job of the flat set.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 lease ms.
-- Returns: {id, payload, attempts} (attempts is the fencing token); {} when nothing waits, or the queue
--   is paused. Members without a row are removed on the way, 100 at most.
-- Errors: WRONGTYPE.
-- Complexity: O(log m).
-- @use fit-queue
-- @use hand-out
-- @use now
local q = string.sub(KEYS[1], 1, -8)
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
if redis.call('HEXISTS', q .. 'meta', 'paused') == 1 then
  return {}
end
for _ = 1, 100 do
  local head = redis.call('ZPOPMIN', KEYS[1])
  if not head[1] then
    return {}
  end
  local job = hand_out(q, head[1], now() + ARGV[1])
  if job then
    return job
  end
end
return {}
