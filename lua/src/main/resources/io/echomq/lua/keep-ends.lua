-- Purpose: keeps with a queue where its dead letters and expired messages end, for factories that do not
--   say so themselves.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 the dead-letter queue, 2 the expiry queue ("" not named here), 3 "take" to write what is named,
--   "keep" to renew it where nobody has written otherwise, "" only to read, 4 ms that it is kept.
-- Returns: {dead-letter queue, expiry queue} as they stood before; "" none.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
local q, verb = string.sub(KEYS[1], 1, -8), ARGV[3]
local names = {'deadLetterQueue', 'expiryQueue'}
local before = redis.call('HMGET', q .. 'jms:ends', unpack(names))
for i, name in ipairs(names) do
  local named = ARGV[i] ~= ''
  if named and (verb == 'take' or (verb == 'keep' and not before[i])) then
    redis.call('HSET', q .. 'jms:ends', name, ARGV[i])
  end
  if named and verb ~= '' and (verb == 'take' or not before[i] or before[i] == ARGV[i]) then
    redis.call('PEXPIRE', q .. 'jms:ends', ARGV[4])
  end
end
return {before[1] or '', before[2] or ''}
