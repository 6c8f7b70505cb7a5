-- The branded id of (ms - epoch) << 22 | low, in two limbs since doubles end at 2^53; both limbs and
-- every step below stay exact (wire contract, "Branded ids"). nil above 2^63 - 1.
local function branded(namespace, ms, low)
  local high, digits = ms - 1704067200000, {}
  if high < 0 or high >= 2199023255552 then
    return nil
  end
  local alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  for i = 11, 1, -1 do
    local rest = high % 62
    local wide = rest * 4194304 + low
    local digit = wide % 62
    high, low = (high - rest) / 62, (wide - digit) / 62
    digits[i] = string.sub(alphabet, digit + 1, digit + 1)
  end
  return namespace .. table.concat(digits)
end
