-- Purpose: deletes a topic's stream with its groups and all that is kept beside it.
-- KEYS (1): 1 emq:{q}:stream:<name>, from which the other keys are derived.
-- ARGV: none.
-- Returns: how many records went.
-- Errors: WRONGTYPE.
-- Complexity: O(n) for n records.
local q, name = string.match(KEYS[1], '^(emq:{[^}]*}:)stream:(.*)$')
local records = redis.call('XLEN', KEYS[1])
if redis.call('EXISTS', KEYS[1]) == 1 then
  for _, info in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
    redis.call('DEL', q .. 'jms:retry:' .. name .. ':' .. info[2])
  end
end
redis.call('DEL', KEYS[1])
for _, unit in ipairs({'readers', 'delayed', 'later', 'soon', 'by'}) do
  redis.call('DEL', q .. 'jms:' .. unit .. ':' .. name)
end
return records
