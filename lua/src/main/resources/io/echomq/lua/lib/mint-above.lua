-- The lowest position above (ms, low) that the minter with this node number may take: its bits stay,
-- so that it is nobody else's. Returns ms and low.
local function mint_above(ms, low, node)
  local top = math.floor(low / 4096)
  if node > top then
    return ms, node * 4096
  elseif node == top and low % 4096 < 4095 then
    return ms, low + 1
  end
  return ms + 1, node * 4096
end
