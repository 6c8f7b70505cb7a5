-- Purpose: pauses a queue: claims answer empty, what waits stays.
-- KEYS (1): 1 emq:{q}:pending; meta is derived from it.
-- ARGV: none.
-- Returns: 1 paused now; 0 it was paused.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
return redis.call('HSETNX', string.sub(KEYS[1], 1, -8) .. 'meta', 'paused', '1')
