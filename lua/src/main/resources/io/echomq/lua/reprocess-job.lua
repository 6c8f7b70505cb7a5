-- Purpose: brings a dead job back to where it can be claimed.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 "1" to begin its count of deliveries anew (`returned` becomes `attempts`, which never
--   falls), else "0".
-- Returns: 1 ready again; 0 there is no such row.
-- Errors: EMQSTATE (not dead), WRONGTYPE.
-- Complexity: O(log m). Wakes one consumer.
-- @use fit-queue
-- @use make-ready
-- @use wake
local q, id = string.sub(KEYS[1], 1, -8), ARGV[1]
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local row = redis.call('HMGET', q .. 'job:' .. id, 'state', 'attempts')
if not row[1] then
  return 0
elseif row[1] ~= 'dead' then
  return redis.error_reply('EMQSTATE ' .. id .. ' is ' .. row[1] .. ', not dead')
end
redis.call('ZREM', q .. 'dead', id)
redis.call('ZREM', q .. 'jms:dead', id)
if ARGV[2] == '1' then
  redis.call('HSET', q .. 'job:' .. id, 'returned', row[2] or 0)
end
wake(q, (make_ready(q, {id}, 'dead')))
return 1
