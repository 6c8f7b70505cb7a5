-- Purpose: gives up a node number at once; its successor mints only above what was minted.
-- KEYS (1): 1 emq:{_jms}:jms:node:<n>.
-- ARGV: 1 owner, 2 the last minted ms (server clock; 0: none was minted).
-- Returns: 1 given up; 0 it was not ours.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
local node = redis.call('HMGET', KEYS[1], 'owner', 'until')
if node[1] ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'owner', '', 'until', math.min(tonumber(node[2]), tonumber(ARGV[2])))
return 1
