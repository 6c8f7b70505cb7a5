-- Purpose: destroys a consumer group with what it has not delivered.
-- KEYS (1): 1 emq:{q}:stream:<name>; jms:retry:<name>:<group> is derived from it.
-- ARGV: 1 group.
-- Returns: 1 it was there, 0 it was not.
-- Errors: WRONGTYPE.
-- Complexity: O(n) for n pending records.
local q, name = string.match(KEYS[1], '^(emq:{[^}]*}:)stream:(.*)$')
local there = 0
if redis.call('EXISTS', KEYS[1]) == 1 then
  there = redis.call('XGROUP', 'DESTROY', KEYS[1], ARGV[1])
end
redis.call('DEL', q .. 'jms:retry:' .. name .. ':' .. ARGV[1])
return there
