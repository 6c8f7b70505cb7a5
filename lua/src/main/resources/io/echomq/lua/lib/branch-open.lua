-- Opens the branch KEYS[1] to be decided: returns its plan, or nil and the answer when it is decided
-- already, or was never prepared.
local function branch_open()
  local record = redis.call('HMGET', KEYS[1], 'plan', 'heuristic')
  if record[2] then
    return nil, 'heuristic ' .. record[2]
  elseif record[1] then
    return cmsgpack.unpack(record[1])
  end
  return nil, redis.call('GET', KEYS[1] .. ':done') or 'none'
end
