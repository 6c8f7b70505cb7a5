-- Who keeps an operator from a job at `at`: 'prepared' (a transaction), 'active' (a consumer), 'held' (a
-- consumer of the dead letters, or its redelivery delay); nil: nobody.
local function hold_of(q, id, state, at)
  local lease = redis.call('ZSCORE', q .. (state == 'dead' and 'jms:dead' or 'active'), id)
  if lease == 'inf' then
    return 'prepared'
  elseif state == 'dead' then
    return lease and tonumber(lease) > at and 'held' or nil
  end
  return (lease or state == 'active') and 'active' or nil
end
