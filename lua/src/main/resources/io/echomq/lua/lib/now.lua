-- The server's clock in whole milliseconds, and its microseconds: the only clock that prices a lease.
local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000), tonumber(t[2])
end
