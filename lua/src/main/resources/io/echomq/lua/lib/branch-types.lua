-- @use check-types
-- Compares the types of all that deciding or preparing a branch touches in one queue, see check_types.
local function branch_types(q, acks, sends)
  local types = {'pending', 'zset', 'wake', 'list', 'schedule', 'zset', 'jms:prio', 'hash',
    'jms:expiry', 'zset', 'ring', 'list', 'gactive', 'hash', 'glimit', 'hash', 'paused', 'set',
    'jms:sizes', 'hash', 'jms:bytes', 'string', 'jms:prepared', 'string',
    'dead', 'zset', 'metrics:failed', 'hash'}
  if acks then
    for _, name in ipairs({'active', 'zset', 'jms:dead', 'zset', 'metrics:completed', 'hash'}) do
      types[#types + 1] = name
    end
  end
  return (acks or sends) and check_types(q, types) or nil
end
