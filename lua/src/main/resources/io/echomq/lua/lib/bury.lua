-- @use now
-- @use unsize
-- Writes a job that is in no set into the morgue. A dead letter has no expiry; jms:died tells since when
-- it is one.
local function bury(q, id, reason)
  redis.call('HSET', q .. 'job:' .. id, 'state', 'dead', 'last_error', reason)
  redis.call('ZADD', q .. 'dead', 0, id)
  redis.call('HSET', q .. 'jms:died', id, (now()))
  redis.call('HINCRBY', q .. 'metrics:failed', 'count', 1)
  redis.call('ZREM', q .. 'jms:expiry', id)
  unsize(q, {id})
end
