-- Purpose: recounts what is in flight of lanes, so that no lane is shut for good (hard cases, 17), and
--   what counts against the bounds of the queue.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 most active jobs that are counted, 2 most lanes that are looked at: a sample when there are
--   more, so that repeated calls come by them all.
-- Returns: how many lanes were put right; -1 when too much is active to count it in one call (see
--   list-flights and recount-lane).
-- Errors: WRONGTYPE.
-- Complexity: O(a + n) for a active jobs and n lanes. Foreign verbs lower no count when they remove a
--   leased job, forget our limit, and leave the ring as they find it.
-- @use lane-recount
-- @use sweep-died
-- @use sweep-sizes
-- @use sweep-turns
local q, most_active, most = string.sub(KEYS[1], 1, -8), tonumber(ARGV[1]), tonumber(ARGV[2])
local lanes = {}
sweep_sizes(q, most)
sweep_turns(q, most)
sweep_died(q, most)
for _, group in ipairs(redis.call('HRANDFIELD', q .. 'gactive', most)) do
  lanes[group] = 0
end
for _, group in ipairs(redis.call('SRANDMEMBER', q .. 'jms:lanes', most)) do
  lanes[group] = 0
end
if not next(lanes) then
  return 0
end
if redis.call('ZCARD', q .. 'active') + redis.call('HLEN', q .. 'jms:waits') > most_active then
  return -1
end
local function count(group)
  if group and lanes[group] then
    lanes[group] = lanes[group] + 1
  end
end
for _, id in ipairs(redis.call('ZRANGE', q .. 'active', 0, -1)) do
  count(redis.pcall('HGET', q .. 'job:' .. id, 'group'))
end
local waits = redis.call('HGETALL', q .. 'jms:waits')
for i = 1, #waits, 2 do
  -- promoted by a foreign verb, or removed: it does not wait any more
  if redis.pcall('HGET', q .. 'job:' .. waits[i], 'state') == 'scheduled' then
    count(waits[i + 1])
  else
    redis.call('HDEL', q .. 'jms:waits', waits[i])
  end
end
local fixed, short = 0, redis.call('LLEN', q .. 'ring') <= 1000
for group, held in pairs(lanes) do
  fixed = fixed + (lane_recount(q, group, held, short) and 1 or 0)
end
return fixed
