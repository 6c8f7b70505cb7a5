-- Purpose: leases up to `max` jobs of a queue in the order of consumption, lanes and flat set sharing.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 max (1 to 1000), 2 lease ms, 3 most deliveries (0 no limit), 4 payloads above this many
--   bytes are answered as their length, 5 stop once this many bytes of payload are in the answer, 6
--   the session that asks ("" none): it holds the lanes it takes from, and takes on beyond their limit;
--   optionally, for revoke-fetch: 7 a slot, 8 a sequence never used before, 9 ms to remember them.
-- Returns: flat, when there is nothing else to tell: deadline of the leases (server ms), then id, token,
--   returned, payload for each job. Else six values: { ms to the next scheduled job (0 due, -1 none), 1
--   when a bounded scan ended before the queue did else 0, deadline, {ids that had no row: removed}, {ids
--   dead because they were delivered too often}, {id, token, returned, payload or length, ...} }.
--   No jobs when the queue is paused or this fetch revoked. JMSXDeliveryCount = token - returned.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m) for n = max; promotes 100 due jobs at most; three calls a job. Wake tokens
--   are cleared only by the call that found nothing at all (hard cases, 22).
-- @use fetch-plain
-- @use fit-queue
-- @use now
-- @use remember-claim
-- @use revoked
local most, inline, budget = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local q = string.sub(KEYS[1], 1, -8)
local held, undone = q .. 'jms:held:' .. (ARGV[6] or ''), revoked(q, ARGV[7], ARGV[8])
-- one look for all that most queues lack
local plain = redis.call('EXISTS', q .. 'meta', q .. 'schedule', q .. 'ring', held, undone) == 0
local unfit = plain and redis.pcall('ZCARD', q .. 'active') or fit_queue(q, true)
if type(unfit) == 'table' then return unfit end
local time, micros = now()
local deadline, answer, popped, from, jobs, bytes = time + ARGV[2], nil, nil, 1, {}, 0
if plain then
  answer, popped, from, jobs, bytes = fetch_plain(q, deadline, most, inline, budget)
end
if answer then
  remember_claim(q, answer, 2, ARGV[7], ARGV[8], ARGV[9])
  return answer
end
-- @use due-in
-- @use lease-lanes
-- @use lease-popped
-- @use promote-due
-- @use survive-oom
-- @use variadic
-- @use wake
local c = { q = q, most = most, inline = inline, deadline = deadline, bytes = bytes }
c.ghosts, c.dead, c.jobs, c.active = {}, {}, jobs, {}
local max, owner = tonumber(ARGV[1]), ARGV[6] ~= '' and ARGV[6] or nil
local due, found, more, lanes = -1, (from - 1) / 2, 0, false
if not plain then
  if redis.call('HEXISTS', q .. 'meta', 'paused') == 1 or redis.call('EXISTS', undone) == 1 then
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
local asked = plain and max or max - found
popped = popped or (asked > 0 and redis.call('ZPOPMIN', KEYS[1], asked) or {})
local flat, left = lease_popped(c, popped, from, budget)
found, more = found + flat, math.max(more, left)
if lanes and found < max then
  local others, ended = lease_lanes(c, max - found, budget, owner)
  found, more = found + others, math.max(more, ended)
end
variadic(c.active, 'ZADD', q .. 'active')
remember_claim(q, c.jobs, 1, ARGV[7], ARGV[8], ARGV[9])
if found < max and #popped == 2 * asked then
  more = 1
end
if found == 0 and more == 0 and redis.call('EXISTS', q .. 'ring') == 0 then
  redis.call('DEL', q .. 'wake')
end
return {due, more, c.deadline, c.ghosts, c.dead, c.jobs}
