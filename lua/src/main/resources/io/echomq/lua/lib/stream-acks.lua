-- @use held-records
-- The acknowledgements of one stream in a unit, from ARGV[at] on: count of groups, and for each its
-- name, the consumer, count, positions. Adds those that this consumer does not hold to `lost`. Writes
-- nothing. Returns a list for acknowledge, and the index after them.
local function stream_acks(stream, at, lost)
  local groups, acks = tonumber(ARGV[at]), {}
  at = at + 1
  for i = 1, groups do
    local count = tonumber(ARGV[at + 2])
    local _, taken, gone = held_records(stream, ARGV[at], ARGV[at + 1], at + 3, count, 1)
    for _, id in ipairs(taken) do lost[#lost + 1] = id end
    for _, id in ipairs(gone) do lost[#lost + 1] = id end
    acks[i] = {group = ARGV[at], positions = {}}
    for n = 1, count do
      acks[i].positions[n] = ARGV[at + 2 + n]
    end
    at = at + 3 + count
  end
  return acks, at
end
