-- Purpose: claim from the fair lanes: turns the ring one step and leases the head of that lane.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 lease ms.
-- Returns: {id, payload, attempts} (attempts is the fencing token); {} when no lane can be served, or the
--   queue is paused. Members without a row are removed on the way, 100 at most.
-- Errors: WRONGTYPE.
-- Complexity: O(log m + lanes). At its limit, or empty, the lane leaves the ring.
-- @use fit-queue
-- @use hand-out
-- @use lane-next
-- @use lane-taken
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
  local group, id = lane_next(q)
  if not id then
    return {}
  end
  local job = hand_out(q, id, now() + ARGV[1])
  if job then
    redis.call('HINCRBY', q .. 'gactive', group, 1)
  end
  lane_taken(q, group, nil, job, -1)
  if job then
    return job
  end
end
return {}
