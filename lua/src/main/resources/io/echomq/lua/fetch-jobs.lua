-- Purpose: leases up to `max` jobs of a queue in the order of consumption, lanes and flat set sharing.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 max (1 to 1000), 2 lease ms, 3 most deliveries (0 no limit), 4 payloads above this many
--   bytes are answered as their length, 5 stop once this many bytes of payload are in the answer, 6
--   the session that asks ("" none): it holds the lanes it takes from, and takes on beyond their limit.
-- Returns: { ms to the next scheduled job (0 due, -1 none), 1 when a bounded scan ended before the
--   queue did else 0, deadline of the leases (server ms), {ids that had no row: removed}, {ids dead
--   because they were delivered too often}, {id, token, returned, payload or length, ...} }.
--   All empty when the queue is paused. JMSXDeliveryCount = token - returned.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m) for n = max; promotes 100 due jobs at most; three calls a job. Wake tokens
--   are cleared only by the call that found nothing at all (hard cases, 22).
-- @use due-in
-- @use lease
-- @use lease-lanes
-- @use now
-- @use promote-due
-- @use survive-oom
-- @use variadic
-- @use wake
local q, max = string.sub(KEYS[1], 1, -8), tonumber(ARGV[1])
local time, micros = now()
local c = {
  q = q, most = tonumber(ARGV[3]), inline = tonumber(ARGV[4]), deadline = time + ARGV[2],
  ghosts = {}, dead = {}, jobs = {}, active = {}, bytes = 0,
}
local due, budget, found, more = -1, tonumber(ARGV[5]), 0, 0
local owner, lanes = ARGV[6] ~= '' and ARGV[6] or nil, false
local held = q .. 'jms:held:' .. (owner or '')
-- one look for all that most queues lack
if redis.call('EXISTS', q .. 'meta', q .. 'schedule', q .. 'ring', held) > 0 then
  if redis.call('HEXISTS', q .. 'meta', 'paused') == 1 then
    return {-1, 0, c.deadline, c.ghosts, c.dead, c.jobs}
  end
  due = due_in(q, time)
  if due == 0 then
    wake(q, promote_due(q, time, 100) - max)
    due = due_in(q, time)
  end
  lanes = redis.call('EXISTS', q .. 'ring', held) > 0
end
if lanes then
  survive_oom(q)
  found, more = lease_lanes(c, math.floor((max + micros % 2) / 2), budget, owner)
end
local asked = max - found
c.flat = true
local popped = asked > 0 and redis.call('ZPOPMIN', q .. 'pending', asked) or {}
for i = 1, #popped, 2 do
  if c.bytes >= budget then
    for j = i, #popped, 2 do
      redis.call('ZADD', q .. 'pending', popped[j + 1], popped[j])
    end
    more = 1
    break
  end
  found = found + (lease(c, popped[i]) and 1 or 0)
end
c.flat = false
if lanes and found < max then
  local others, ended = lease_lanes(c, max - found, budget, owner)
  found, more = found + others, math.max(more, ended)
end
variadic(c.active, 'ZADD', q .. 'active')
if found < max and #popped == 2 * asked then
  more = 1
end
if found == 0 and more == 0 and redis.call('EXISTS', q .. 'ring') == 0 then
  redis.call('DEL', q .. 'wake')
end
return {due, more, c.deadline, c.ghosts, c.dead, c.jobs}
