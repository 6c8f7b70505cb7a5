-- The float nearest to a double, ties to even, as a double; and whether it was a tie.
local function to_float(x)
  if x == 0 or x ~= x or x == math.huge or x == -math.huge then
    return x, false
  end
  local _, exponent = math.frexp(x)
  local quantum = 2 ^ math.max(exponent - 24, -149)
  local scaled = x / quantum
  local low = math.floor(scaled)
  local rest = scaled - low
  local up = (rest > 0.5 or (rest == 0.5 and low % 2 == 1)) and 1 or 0
  local rounded = (low + up) * quantum
  if math.abs(rounded) >= 2 ^ 128 then
    rounded = rounded > 0 and math.huge or -math.huge
  end
  return rounded, rest == 0.5
end
