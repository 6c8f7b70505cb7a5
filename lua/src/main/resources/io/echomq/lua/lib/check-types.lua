-- Compares the types of keys with what they must be, so that no write fails after another was made.
-- `wanted` lists suffix and type by turns. Returns an error reply, or nil when all fit.
local function check_types(q, wanted)
  for i = 1, #wanted, 2 do
    local kind = redis.call('TYPE', q .. wanted[i]).ok
    if kind ~= 'none' and kind ~= wanted[i + 1] then
      return redis.error_reply('WRONGTYPE ' .. q .. wanted[i] .. ' is a ' .. kind
        .. ', not a ' .. wanted[i + 1])
    end
  end
  return nil
end
