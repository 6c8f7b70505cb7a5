-- True when a fetch was given up by its client, or comes after a later one of its slot: it claims nothing.
local function revoked(q, slot, sequence)
  local last = (slot or '') ~= '' and redis.call('GET', q .. 'jms:fetched:' .. slot)
  return last and tonumber(string.match(last, '^%d+')) >= tonumber(sequence)
end
