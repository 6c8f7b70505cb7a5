-- @use lane-count
-- @use lane-let-go
-- @use lane-open
-- A job was popped from a lane that lane_next turned to, and leased (gactive is raised) or found to be
-- none. Empty or at its limit the lane leaves the ring; it stands last there. A limited lane of which
-- nothing else is in flight becomes its owner's, who may take further jobs beyond the limit (hard
-- cases, 16); one that several share is nobody's ("*").
local function lane_taken(q, group, owner, leased)
  local held = lane_count(q, group)
  local open, limit = lane_open(q, group, held)
  local empty = redis.call('EXISTS', q .. 'g:' .. group .. ':pending') == 0
  if empty or not open then
    redis.call('LREM', q .. 'ring', -1, group)
  end
  if leased and owner and limit then
    local holder = redis.call('HGET', q .. 'jms:holder', group)
    local now_holds = held > 1 and holder ~= owner and '*' or owner
    if holder ~= now_holds then
      if holder then
        redis.call('SREM', q .. 'jms:held:' .. holder, group)
      end
      redis.call('HSET', q .. 'jms:holder', group, now_holds)
      if now_holds == owner then
        redis.call('SADD', q .. 'jms:held:' .. owner, group)
      end
    end
  end
  if empty and held == 0 then
    lane_let_go(q, group, true)
  end
end
