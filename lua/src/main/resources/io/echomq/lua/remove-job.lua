-- Purpose: removes one job wherever it is, with its sub-keys; an operator's verb.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 "force" to remove even what a prepared transaction holds, else "".
-- Returns: 1 removed; 0 there is no such row.
-- Errors: EMQSTATE (prepared: its lease never ends), WRONGTYPE.
-- Complexity: O(log m).
-- @use fit-queue
-- @use forget
-- @use sub-keys
-- @use take-out
local q, id = string.sub(KEYS[1], 1, -8), ARGV[1]
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
if redis.call('ZSCORE', q .. 'active', id) == 'inf' and ARGV[2] ~= 'force' then
  return redis.error_reply('EMQSTATE ' .. id .. ' is part of a prepared transaction; force to remove it')
end
local row = redis.call('HMGET', q .. 'job:' .. id, 'group', 'state')
take_out(q, id, row[2], row[1])
redis.call('DEL', unpack(sub_keys(q, id)))
return forget(q, {id})
