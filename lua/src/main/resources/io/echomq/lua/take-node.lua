-- Purpose: takes one of the 1024 node numbers of branded ids, so that no two JVMs mint the same id.
-- KEYS (1): 1 emq:{_jms}:jms:node:<hint>; the search begins at that number and derives the others.
-- ARGV: 1 owner (never empty), 2 lease ms, 3 ms that the key stays after its lease: the hash of fields
--   owner and until (server ms). It must outlast what clocks differ by.
-- Returns: {node, floor, until}: mint only above `floor` (server ms; 0 none: the time up to which the
--   holder before may have minted, hard cases, 11) and before `until`.
-- Errors: EMQSTATE (all numbers are held), WRONGTYPE.
-- Complexity: O(1) as a rule; 1024 reads when all numbers are held.
-- @use now
local base, hint = string.match(KEYS[1], '^(.*:)(%d+)$')
local time = now()
for i = 0, 1023 do
  local node = (hint + i) % 1024
  local key = base .. string.format('%d', node)
  local before = tonumber(redis.call('HGET', key, 'until') or 0)
  if before <= time then
    local untill = time + ARGV[2]
    redis.call('HSET', key, 'owner', ARGV[1], 'until', untill)
    redis.call('PEXPIRE', key, ARGV[2] + ARGV[3])
    return {node, before, untill}
  end
end
return redis.error_reply('EMQSTATE all 1024 node numbers are held; wait until a lease has ended')
