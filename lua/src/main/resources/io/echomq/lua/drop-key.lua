-- Purpose: gives up a name that hold-key took.
-- KEYS (1): 1 the key.
-- ARGV: 1 value that says whose it is.
-- Returns: 1 deleted; 0 it is not there, or not ours.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
