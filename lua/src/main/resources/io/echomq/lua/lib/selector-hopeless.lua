-- True when a payload surely is not selected: its header line holds none of the texts of which that of
-- every selected message holds one, and no backslash, behind which JSON may write a text in another way.
-- Costs a search, where decoding the line costs ten.
local function selector_hopeless(payload, texts)
  local find = string.find
  for i = 1, #texts do
    if find(payload, texts[i], 1, true) then
      return false
    end
  end
  local escape = find(payload, '\\', 1, true)
  return not escape or (find(payload, '\n', 1, true) or escape + 1) < escape
end
