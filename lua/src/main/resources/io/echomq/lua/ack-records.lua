-- Purpose: acknowledges records of one consumer of a group, none that somebody else holds (hard cases, 23).
-- KEYS (1): 1 emq:{q}:stream:<name>.
-- ARGV: 1 group, 2 consumer, then the positions.
-- Returns: the positions that somebody else holds. Those that nobody holds count as acknowledged.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); 1000 a call at most.
-- @use acknowledge
-- @use held-records
local held, taken = held_records(KEYS[1], ARGV[1], ARGV[2], 3, #ARGV - 2, 1)
local mine = {}
for i = 3, #ARGV do
  if held[ARGV[i]] then
    mine[#mine + 1] = ARGV[i]
  end
end
acknowledge(KEYS[1], ARGV[1], mine)
return taken
