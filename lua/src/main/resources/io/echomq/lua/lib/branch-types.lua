-- @use check-types
-- Compares the types of all that deciding or preparing a branch touches in one queue, see check_types.
local function branch_types(q, acks, sends)
  local types = {'pending', 'zset', 'wake', 'list', 'schedule', 'zset', 'jms:prio', 'hash',
    'jms:expiry', 'zset', 'ring', 'list', 'gactive', 'hash', 'glimit', 'hash', 'paused', 'set'}
  if acks then
    for _, name in ipairs({'active', 'zset', 'dead', 'zset', 'jms:dead', 'zset',
      'metrics:completed', 'hash', 'metrics:failed', 'hash'}) do
      types[#types + 1] = name
    end
  end
  return (acks or sends) and check_types(q, types) or nil
end
