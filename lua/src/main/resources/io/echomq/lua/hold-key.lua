-- Purpose: takes a name under a lease (temporary destination), or renews it.
-- KEYS (1): 1 the key.
-- ARGV: 1 value that says whose it is, 2 lease ms.
-- Returns: {1, our value} when it is held by us now; {0, the other's value} when it is not.
-- Errors: WRONGTYPE.
-- Complexity: O(1). A renewal goes through on a server that is out of memory.
local holder = redis.call('GET', KEYS[1])
if not holder then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
elseif holder == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
else
  return {0, holder}
end
return {1, ARGV[1]}
