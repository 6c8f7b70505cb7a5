-- Purpose: the upkeep of one queue: promotes what is due, reaps lapsed leases, removes what expired.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 the last moment (server ms) at which it may reap (0 not at all: hard cases, 7), 2 batch: most
--   jobs of each kind in this call (1 to 1000), 3 "0": delete expired jobs; else lease them for this
--   many ms, so that they can be moved, 4 (optional) reaps only what lapsed before it (server ms; 0: all).
-- Returns: 0 when nothing is there; else { how many can be claimed now, flat and lanes (0 when paused), ms
--   to the next scheduled job (0 due, -1 none), promoted, reaped, {expired ids: deleted}, {id, token, ... of
--   expired and leased} }.
-- Errors: WRONGTYPE.
-- Complexity: O(b log m) for a batch of b.
local q = string.sub(KEYS[1], 1, -8)
local side = redis.call('EXISTS', q .. 'ring', q .. 'jms:holder', q .. 'jms:expiry')
if side == 0 and redis.call('EXISTS', KEYS[1], q .. 'active', q .. 'schedule') == 0 then
  return 0
end
-- @use due-in
-- @use expire-due
-- @use fit-queue
-- @use now
-- @use promote-due
-- @use reap-lapsed
-- @use wake
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local time = now()
local batch = tonumber(ARGV[2])
local promoted, reaped, in_lanes, flat = 0, 0, 0, 0
flat, in_lanes = promote_due(q, time, batch)
promoted = flat + in_lanes
if time <= tonumber(ARGV[1]) then
  local again
  local lapsed = tonumber(ARGV[4] or 0)
  again, in_lanes = reap_lapsed(q, lapsed > 0 and math.min(lapsed, time) or time, batch)
  reaped, flat = again + in_lanes, flat + again
end
local deleted, leased = expire_due(q, time, batch, tonumber(ARGV[3]))
wake(q, math.min(flat, redis.call('ZCARD', q .. 'pending')))
local ready = 0
if redis.call('HEXISTS', q .. 'meta', 'paused') == 0 then
  ready = redis.call('ZCARD', q .. 'pending') + redis.call('LLEN', q .. 'ring')
  -- a session that holds a lane beyond its limit may wait for what nobody else can take
  for _, group in ipairs(ready == 0 and redis.call('HKEYS', q .. 'jms:holder') or {}) do
    if ready == 0 and redis.call('EXISTS', q .. 'g:' .. group .. ':pending') == 1 then
      ready = 1
    end
  end
end
return {ready, due_in(q, time), promoted, reaped, deleted, leased}
