-- Purpose: renews the lease of a node number; a lease that is over stays over (hard cases, 11).
-- KEYS (1): 1 emq:{_jms}:jms:node:<n>.
-- ARGV: 1 owner, 2 lease ms, 3 ms that the key stays after its lease.
-- Returns: until (server ms); 0 when the lease is over or another's: mint no more.
-- Errors: WRONGTYPE.
-- Complexity: O(1). Goes through on a server that is out of memory: PEXPIRE comes first.
-- @use now
local time = now()
local node = redis.call('HMGET', KEYS[1], 'owner', 'until')
if node[1] ~= ARGV[1] or tonumber(node[2]) <= time then
  return 0
end
local untill = math.max(tonumber(node[2]), time + ARGV[2])
redis.call('PEXPIRE', KEYS[1], untill - time + ARGV[3])
redis.call('HSET', KEYS[1], 'until', untill)
return untill
