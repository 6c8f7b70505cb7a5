-- @use now
-- @use unsize
-- Writes a job that is in no set into the morgue. A dead letter has no expiry; jms:died tells since when
-- it is one. Nor does a side key of a wrong type keep it from going there.
local function bury(q, id, reason)
  redis.call('HSET', q .. 'job:' .. id, 'state', 'dead', 'last_error', reason)
  redis.call('ZADD', q .. 'dead', 0, id)
  redis.pcall('HSET', q .. 'jms:died', id, (now()))
  redis.pcall('HINCRBY', q .. 'metrics:failed', 'count', 1)
  redis.pcall('ZREM', q .. 'jms:expiry', id)
  pcall(unsize, q, {id})
end
