-- @use to-float
-- A value of the header line as a selector's value and kind: string, boolean, number, or an entry
-- whose tag tells its type ({l: "1"}). What is of no such form is undecided.
local function selector_decode(v)
  local t = type(v)
  if t == 'string' then
    return v, 's'
  end
  if t == 'boolean' then
    return v, 'b'
  end
  if v == nil or v == cjson.null then
    return nil, nil
  end
  if t == 'number' and v == math.floor(v) and math.abs(v) < 9007199254740992 then
    return v + 0, 'i'
  end
  if t == 'number' and v ~= math.floor(v) then
    return v, 'd'
  end
  if t ~= 'table' then
    return nil, 'u'
  end
  local tag, text = next(v)
  if next(v, tag) ~= nil then
    return nil, 'u'
  end
  if tag == 'l' or tag == 's' or tag == 'b' then
    local digits = tostring(text)
    if not string.find(digits, '^%-?[1-9]%d*$') and digits ~= '0' or #digits > 20 then
      return nil, 'u'
    end
    if #digits > 15 then
      return digits, 'L'
    end
    return tonumber(digits), 'i'
  end
  local number = tonumber(text)
  if number and tag == 'd' then
    return number, 'd'
  end
  if number and tag == 'f' then
    -- A decimal text that lies on a tie as a double may lie beside it: rounding twice would guess.
    local float, tie = to_float(number)
    if not tie then
      return float, 'f'
    end
  end
  return nil, 'u'
end
