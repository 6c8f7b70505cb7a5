-- Purpose: removes one job wherever it is, with its sub-keys; an operator's verb.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 "force" to remove even what a prepared transaction holds, else "".
-- Returns: 1 removed; 0 there is no such row.
-- Errors: EMQSTATE (prepared: its lease never ends), WRONGTYPE.
-- Complexity: O(log m).
-- @use forget
-- @use lane-left
-- @use lane-ring
-- @use sub-keys
local q, id = string.sub(KEYS[1], 1, -8), ARGV[1]
if redis.call('ZSCORE', q .. 'active', id) == 'inf' and ARGV[2] ~= 'force' then
  return redis.error_reply('EMQSTATE ' .. id .. ' is part of a prepared transaction; force to remove it')
end
local row = redis.call('HMGET', q .. 'job:' .. id, 'group', 'state')
for _, set in ipairs({'pending', 'active', 'schedule', 'dead', 'jms:dead'}) do
  redis.call('ZREM', q .. set, id)
end
if row[1] then
  redis.call('ZREM', q .. 'g:' .. row[1] .. ':pending', id)
  if row[2] == 'active' then
    lane_left(q, row[1])
  else
    lane_ring(q, row[1])
  end
end
redis.call('DEL', unpack(sub_keys(q, id)))
return forget(q, {id})
