-- The millisecond at which a branded id was minted, or nil when it is none. The snowflake is read in
-- two limbs that doubles hold exactly: milliseconds above, the low 22 bits below.
local function minted_at(id)
  if not string.find(id, '^%u%u%u%w%w%w%w%w%w%w%w%w%w%w$') then
    return nil
  end
  local high, low = 0, 0
  for i = 4, 14 do
    local byte = string.byte(id, i)
    low = low * 62 + (byte <= 57 and byte - 48 or byte <= 90 and byte - 55 or byte - 61)
    local carry = math.floor(low / 4194304)
    high, low = high * 62 + carry, low - carry * 4194304
  end
  return high + 1704067200000
end
