-- Purpose: pauses, resumes, limits or weighs one lane of a queue (wire contract, "Fair lanes").
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 the lane's group (a branded id), 2 "pause", "resume", "limit" or "weight", 3 with "limit" the
--   most jobs active at once, with "weight" the weight; 0 takes limit or weight away (a lane of ours has
--   its limit of one again); else "".
-- Returns: 1 when something changed, 0 when it was so already.
-- Errors: EMQSTATE (an unknown verb), WRONGTYPE; nothing is changed then.
-- Complexity: O(lanes). The lane comes to the ring or leaves it, as it can be served now or not.
-- @use check-types
-- @use lane-count
-- @use lane-join
-- @use lane-ring
local q, group, verb, value = string.sub(KEYS[1], 1, -8), ARGV[1], ARGV[2], ARGV[3]
local wrong = check_types(q, {
  'paused', 'set', 'glimit', 'hash', 'gweight', 'hash', 'gactive', 'hash', 'ring', 'list', 'wake', 'list',
  'g:' .. group .. ':pending', 'zset', 'jms:lanes', 'set', 'jms:turns', 'hash',
})
if wrong then
  return wrong
end
local changed
if verb == 'pause' then
  changed = redis.call('SADD', q .. 'paused', group)
elseif verb == 'resume' then
  changed = redis.call('SREM', q .. 'paused', group)
elseif verb == 'weight' then
  changed = (redis.call('HGET', q .. 'gweight', group) or '0') == value and 0 or 1
  if value == '0' then
    redis.call('HDEL', q .. 'gweight', group)
    redis.call('HDEL', q .. 'jms:turns', group)
  else
    redis.call('HSET', q .. 'gweight', group, value)
  end
elseif verb == 'limit' and value == '0' then
  local ours = redis.call('SISMEMBER', q .. 'jms:lanes', group) == 1
  changed = ours and 0 or redis.call('HDEL', q .. 'glimit', group)
  if string.sub(group, 1, 3) == 'GRP' and (lane_count(q, group) > 0
    or redis.call('EXISTS', q .. 'g:' .. group .. ':pending') == 1) then
    lane_join(q, group)
  end
elseif verb == 'limit' then
  changed = redis.call('SREM', q .. 'jms:lanes', group)
  if redis.call('HGET', q .. 'glimit', group) ~= value then
    redis.call('HSET', q .. 'glimit', group, value)
    changed = 1
  end
else
  return redis.error_reply('EMQSTATE ' .. verb .. ' is nothing that can be done to a lane')
end
lane_ring(q, group)
return changed
