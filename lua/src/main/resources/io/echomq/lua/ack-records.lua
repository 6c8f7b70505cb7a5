-- Purpose: acknowledges records of consumers of groups, none that somebody else holds (hard cases, 23).
-- KEYS (1): 1 emq:{q}:stream:<name>.
-- ARGV: for each consumer its group, its name, count, and so many positions.
-- Returns: for each consumer the positions that somebody else holds. Those that nobody holds count as
--   acknowledged.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); 1000 a call at most.
-- @use acknowledge
-- @use held-records
local answer, at = {}, 1
while at < #ARGV do
  local count = tonumber(ARGV[at + 2])
  local held, taken = held_records(KEYS[1], ARGV[at], ARGV[at + 1], at + 3, count, 1)
  local mine = {}
  for i = at + 3, at + 2 + count do
    if held[ARGV[i]] then
      mine[#mine + 1] = ARGV[i]
    end
  end
  acknowledge(KEYS[1], ARGV[at], mine)
  answer[#answer + 1], at = taken, at + 3 + count
end
return answer
