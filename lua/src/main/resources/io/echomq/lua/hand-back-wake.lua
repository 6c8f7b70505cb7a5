-- Purpose: puts back a wake token that its taker cannot use, while there is something to claim.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: none.
-- Returns: 1 when a token was pushed; 0 when nothing is there to claim, or 64 wait already.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
local q = string.sub(KEYS[1], 1, -8)
local wanted = redis.call('ZCARD', KEYS[1]) > 0 or redis.call('LLEN', q .. 'ring') > 0
if wanted and redis.call('LLEN', q .. 'wake') < 64 then
  redis.call('LPUSH', q .. 'wake', '1')
  return 1
end
return 0
