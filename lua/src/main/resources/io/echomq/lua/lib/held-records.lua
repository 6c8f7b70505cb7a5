-- Which of `count` positions from ARGV[at] on are pending at this consumer of a group: pending entries
-- carry no fence but their owner (hard cases, 23). One range read for the usual case that they are
-- what the consumer holds, in order. Returns {position: delivery count}, positions that somebody else
-- has, and those that nobody has. Writes nothing.
local function held_records(stream, group, consumer, at, count, step)
  local held, taken, gone = {}, {}, {}
  if count == 0 then
    return held, taken, gone
  end
  local last = ARGV[at + step * (count - 1)]
  local range = redis.pcall('XPENDING', stream, group, ARGV[at], last, count, consumer)
  for _, entry in ipairs(range) do
    held[entry[1]] = entry[4]
  end
  for i = at, at + step * (count - 1), step do
    local position = ARGV[i]
    if not held[position] then
      local entry = range.err and {} or redis.call('XPENDING', stream, group, position, position, 1)
      if not entry[1] then
        gone[#gone + 1] = position
      elseif entry[1][2] == consumer then
        held[position] = entry[1][4]
      else
        taken[#taken + 1] = position
      end
    end
  end
  return held, taken, gone
end
