-- Reads from ARGV[at] on the ms of the way back of each record in the plan of stream_acks. Returns the
-- index after them.
local function branch_ways(acks, at)
  for _, group in ipairs(acks) do
    group.back = {}
    for i = 1, #group.positions do
      group.back[i] = tonumber(ARGV[at])
      at = at + 1
    end
  end
  return at
end
