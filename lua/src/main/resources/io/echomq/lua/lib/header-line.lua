-- The header line of a payload, decoded: an empty table when another runtime wrote the payload, nil
-- when it cannot be decoded here (docs/payload.md).
local function header_line(payload)
  if string.sub(payload, 1, 9) ~= '{"jms":1,' then
    return {}
  end
  local stop = string.find(payload, '\n', 1, true)
  local decoded, header = pcall(cjson.decode, stop and string.sub(payload, 1, stop - 1) or '')
  return decoded and type(header) == 'table' and header or nil
end
