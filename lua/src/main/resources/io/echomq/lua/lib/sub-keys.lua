-- The registered sub-keys of a job (wire contract, "Key grammar").
local function sub_keys(q, id)
  local keys = {}
  for i, sub in ipairs({'lock', 'logs', 'dependencies', 'processed', 'failed', 'unsuccessful'}) do
    keys[i] = q .. 'job:' .. id .. ':' .. sub
  end
  return keys
end
