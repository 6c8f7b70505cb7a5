-- @use lease
-- @use put-back
-- Leases what was popped from the flat set (ids and scores, from index `from` on) until c.bytes reach the
-- budget; the rest goes back. Returns how many were leased, and 1 when some went back else 0.
local function lease_popped(c, popped, from, budget)
  local found = 0
  c.flat = true
  for i = from, #popped, 2 do
    if c.bytes >= budget then
      put_back(popped, i)
      c.flat = false
      return found, 1
    end
    found = found + (lease(c, popped[i]) and 1 or 0)
  end
  c.flat = false
  return found, 0
end
