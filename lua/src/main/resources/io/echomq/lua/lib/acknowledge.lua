-- XACK of many positions; `unpack` ends at 7999.
local function acknowledge(stream, group, positions)
  for i = 1, #positions, 1000 do
    redis.call('XACK', stream, group, unpack(positions, i, math.min(i + 999, #positions)))
  end
end
