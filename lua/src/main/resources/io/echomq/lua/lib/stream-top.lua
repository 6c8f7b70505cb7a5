-- The first millisecond after the last branded id.
local LAST_MS = 1704067200000 + 2199023255552

-- The position of the newest record that a stream ever had, deleted or not: ms and low.
local function stream_top(stream)
  local info = redis.call('XINFO', 'STREAM', stream)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then
      local ms, low = string.match(info[i + 1], '^(%d+)-(%d+)$')
      return tonumber(ms), tonumber(low)
    end
  end
end
