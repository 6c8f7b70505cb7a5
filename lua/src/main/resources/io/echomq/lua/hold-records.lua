-- Purpose: renews the hold on records of one consumer of a group, without counting (hard cases, 23).
-- KEYS (1): 1 emq:{q}:stream:<name>.
-- ARGV: 1 group, 2 consumer, then the positions.
-- Returns: the positions that this consumer does not hold any more.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); 500 a call at most.
-- @use held-records
local held, lost, gone = held_records(KEYS[1], ARGV[1], ARGV[2], 3, #ARGV - 2, 1)
local mine = {}
for position in pairs(held) do
  mine[#mine + 1] = position
end
table.sort(mine)
if #mine > 0 then
  mine[#mine + 1] = 'JUSTID'
  redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, unpack(mine))
end
for _, position in ipairs(gone) do
  lost[#lost + 1] = position
end
return lost
