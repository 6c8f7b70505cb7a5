-- Calls a command once for each thousand values (`unpack` ends at 7999) and adds up its replies.
-- `key` may be nil for commands whose values are the keys. Pairs stay together: 1000 is even.
local function variadic(list, command, key)
  local sum = 0
  for i = 1, #list, 1000 do
    local last = math.min(i + 999, #list)
    if key then
      sum = sum + redis.call(command, key, unpack(list, i, last))
    else
      sum = sum + redis.call(command, unpack(list, i, last))
    end
  end
  return sum
end
