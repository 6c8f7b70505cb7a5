-- Purpose: deletes a paused queue with all that is in it, in bounded steps.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 batch: most jobs in this call (1 to 1000), 2 (optional) "force": also what prepared
--   transactions hold, whose outcome is mixed then.
-- Returns: 1 there is more: call again; 0 the queue is gone.
-- Errors: EMQSTATE (not paused, or prepared transactions hold jobs), WRONGTYPE.
-- Complexity: O(b log m) for a batch of b. Streams, deduplication keys and what is remembered of
--   channels stay: they belong to topics, or end by themselves.
-- @use forget
-- @use sub-keys
-- @use variadic
local q, batch = string.sub(KEYS[1], 1, -8), tonumber(ARGV[1])
if redis.call('HEXISTS', q .. 'meta', 'paused') == 0 then
  return redis.error_reply('EMQSTATE ' .. q .. ' is not paused')
end
if ARGV[2] ~= 'force' and redis.call('ZCOUNT', q .. 'active', '+inf', '+inf') > 0 then
  return redis.error_reply('EMQSTATE ' .. q .. ' has jobs in prepared transactions; force to delete them')
end
local gone, groups = {}, {}
local function empty(set)
  local ids = batch > #gone and redis.call('ZRANGE', set, 0, batch - #gone - 1) or {}
  variadic(ids, 'ZREM', set)
  for _, id in ipairs(ids) do
    gone[#gone + 1] = id
    redis.call('DEL', unpack(sub_keys(q, id)))
  end
end
for _, set in ipairs({'pending', 'active', 'schedule', 'dead'}) do
  empty(q .. set)
end
for _, lanes in ipairs({
  redis.call('LRANGE', q .. 'ring', 0, 99), redis.call('SRANDMEMBER', q .. 'paused', 100),
  redis.call('HRANDFIELD', q .. 'gactive', 100), redis.call('HRANDFIELD', q .. 'glimit', 100),
}) do
  for _, group in ipairs(lanes) do
    groups[#groups + 1] = group
    empty(q .. 'g:' .. group .. ':pending')
  end
end
forget(q, gone)
if #gone == batch then
  return 1
elseif #groups > 0 then
  -- these lanes are empty now; what they were known by goes, and the next call finds the others
  variadic(groups, 'SREM', q .. 'paused')
  variadic(groups, 'HDEL', q .. 'gactive')
  variadic(groups, 'HDEL', q .. 'glimit')
  for _, group in ipairs(groups) do
    redis.call('LREM', q .. 'ring', 0, group)
  end
  return 1
end
for _, holder in ipairs(redis.call('HVALS', q .. 'jms:holder')) do
  redis.call('DEL', q .. 'jms:held:' .. holder)
end
for _, name in ipairs({'meta', 'wake', 'metrics:completed', 'metrics:failed', 'gweight', 'jms:prio',
  'jms:expiry', 'jms:dead', 'jms:holder', 'jms:lanes', 'jms:waits', 'jms:sizes',
  'jms:bytes', 'jms:turns', 'jms:died', 'jms:ends', 'jms:prepared', 'jms:blocks'}) do
  redis.call('DEL', q .. name)
end
return 0
