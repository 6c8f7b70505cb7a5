-- Purpose: gives up a name that hold-key or hold-client took.
-- KEYS (1): 1 the key.
-- ARGV: 1 value that says whose it is; what stands behind a space in the key is not part of it.
-- Returns: 1 deleted; 0 it is not there, or not ours.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
local held = redis.call('GET', KEYS[1])
if held and string.match(held, '^%S*') == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
