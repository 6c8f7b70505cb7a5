-- Purpose: enqueue of the wire contract: stores one job, ready to be claimed.
-- KEYS (1): 1 emq:{q}:pending; the row is derived from it.
-- ARGV: 1 id, 2 payload.
-- Returns: 1 enqueued; 0 the id exists: nothing is changed.
-- Errors: EMQKIND (not a JOB id), WRONGTYPE.
-- Complexity: O(log m).
-- @use admit
local wrong, row = admit(string.sub(KEYS[1], 1, -8), KEYS[1])
if not row then
  return wrong
end
redis.call('ZADD', KEYS[1], 0, ARGV[1])
redis.call('HSET', row, 'state', 'pending', 'attempts', '0', 'payload', ARGV[2])
return 1
