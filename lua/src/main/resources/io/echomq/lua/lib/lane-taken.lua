-- @use lane-count
-- @use lane-leave
-- @use lane-let-go
-- @use lane-open
-- @use lane-turn
-- A job was popped from a lane, and leased (gactive is raised) or found to be none. Empty or at its
-- limit the lane leaves the ring (`place`, see lane_leave: -1 when lane_next turned to it); with turns
-- left in this round it stands first again. A limited lane of which nothing else is in flight becomes
-- its owner's, who may take further jobs beyond the limit (hard cases, 16); one that several share is
-- nobody's ("*").
local function lane_taken(q, group, owner, leased, place)
  local held = lane_count(q, group)
  local open, limit = lane_open(q, group, held)
  local empty = redis.call('EXISTS', q .. 'g:' .. group .. ':pending') == 0
  local again = leased and place == -1 and lane_turn(q, group)
  if empty or not open then
    lane_leave(q, group, place)
  elseif again then
    redis.call('LMOVE', q .. 'ring', q .. 'ring', 'RIGHT', 'LEFT')
  end
  if empty and again then
    redis.call('HDEL', q .. 'jms:turns', group)
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
