-- How two numbers of a selector stand to each other by their mathematical values: -1, 0, 1, or nil
-- when one is NaN.
local function selector_order(a, ka, b, kb)
  if a ~= a or b ~= b then
    return nil
  end
  local function digits(x, y)
    if x == y then
      return 0
    end
    local minus = string.sub(x, 1, 1) == '-'
    if minus ~= (string.sub(y, 1, 1) == '-') then
      return minus and -1 or 1
    end
    local shorter = #x < #y or (#x == #y and x < y)
    return shorter ~= minus and -1 or 1
  end
  if ka == 'L' and kb == 'L' then
    return digits(a, b)
  end
  if ka == 'L' then
    if b >= 2 ^ 63 then
      return -1
    end
    if b < -2 ^ 63 then
      return 1
    end
    local whole = math.floor(b)
    local sign = digits(a, string.format('%.0f', whole))
    return sign == 0 and b > whole and -1 or sign
  end
  if kb == 'L' then
    return -selector_order(b, kb, a, ka)
  end
  return a < b and -1 or a > b and 1 or 0
end
