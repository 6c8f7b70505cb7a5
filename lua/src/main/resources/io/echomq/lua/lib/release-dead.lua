-- Gives back one leased dead letter: it stays where it is. "u" is not counted; a delay keeps others
-- from it that long; a reason becomes last_error. Returns false when it is not leased with this token.
local function release_dead(q, id, verdict, delay, reason, time)
  if not redis.call('ZSCORE', q .. 'jms:dead', id) then
    return false
  end
  if verdict == 'u' then
    redis.call('HINCRBY', q .. 'job:' .. id, 'returned', 1)
  elseif reason ~= '' then
    redis.call('HSET', q .. 'job:' .. id, 'last_error', reason)
  end
  if verdict == 'a' and delay ~= '0' then
    redis.call('ZADD', q .. 'jms:dead', time + delay, id)
  else
    redis.call('ZREM', q .. 'jms:dead', id)
  end
  return true
end
