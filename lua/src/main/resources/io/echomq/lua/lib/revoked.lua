-- The key that says that a fetch was given up by its client: should it come only now, it claims nothing.
local function revoked(q, slot, sequence)
  return q .. 'jms:revoked:' .. (slot or '') .. '.' .. (sequence or '')
end
