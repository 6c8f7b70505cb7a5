-- @use check-types
-- Refuses to begin on a queue with a set, or (`lanes`) with what tells of its lanes, of a wrong type: no
-- write may fail after another was made. Returns an error reply, or nil. Counters and side keys (metrics,
-- jms:prio, jms:expiry, jms:died, jms:sizes, wake) are not asked for: no write to them fails anything.
local function fit_queue(q, lanes)
  return check_types(q, {'pending', 'zset', 'active', 'zset', 'schedule', 'zset', 'dead', 'zset',
    'jms:dead', 'zset'})
    or lanes and check_types(q, {'ring', 'list', 'paused', 'set', 'glimit', 'hash', 'gactive', 'hash',
      'gweight', 'hash', 'jms:holder', 'hash', 'jms:lanes', 'set', 'jms:turns', 'hash', 'jms:waits', 'hash'})
    or nil
end
