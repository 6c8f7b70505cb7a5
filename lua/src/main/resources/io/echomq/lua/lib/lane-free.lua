-- True when no other session holds members of this lane (hard cases, 16). The holder is noted as
-- "<last id leased> <its first deadline> <owner>" and counts only while gactive is above zero; foreign
-- verbs can leave that too high, so a holder whose last member is done and whose time is over is none.
local function lane_free(q, group, owner, time)
  local id, deadline, holder =
    string.match(redis.call('HGET', q .. 'jms:holder', group) or '', '^(%S+) (%d+) (.*)$')
  if not holder or holder == owner then
    return true
  end
  local held = tonumber(redis.call('HGET', q .. 'gactive', group) or nil) or 0
  return held < 1 or (tonumber(deadline) <= time and not redis.call('ZSCORE', q .. 'active', id))
end
