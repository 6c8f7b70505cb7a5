-- Purpose: takes a JMS client id under a lease, renews it, or takes it over from a holder who is gone.
-- KEYS (1): 1 emq:{_jms}:jms:client:<id>.
-- ARGV: 1 the connection, 2 lease ms, 3 where it can be seen to live: "<run id> <CLIENT ID> <grace ms>",
--   4 the whole value of the holder who is gone ("" none).
-- Returns: {1, our value} when it is held by us now; {0, the other's value} when it is not.
-- Errors: WRONGTYPE.
-- Complexity: O(1). A renewal goes through on a server that is out of memory: PEXPIRE comes first.
local held = redis.call('GET', KEYS[1])
local ours = ARGV[1] .. ' ' .. ARGV[3]
if held and held ~= ARGV[4] and string.match(held, '^%S*') ~= ARGV[1] then
  return {0, held}
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
if held ~= ours then
  redis.call('SET', KEYS[1], ours, 'PX', ARGV[2])
end
return {1, ours}
