-- @use lane-enter
-- @use lane-let-go
-- @use lane-open
-- Puts a lane right of which `held` jobs were counted in flight. `short`: the ring may be searched.
-- Returns true when something was wrong.
local function lane_recount(q, group, held, short)
  local waiting = redis.call('ZCARD', q .. 'g:' .. group .. ':pending')
  local before = redis.call('HGET', q .. 'gactive', group)
  if held == 0 then
    redis.call('HDEL', q .. 'gactive', group)
    lane_let_go(q, group, waiting == 0)
  elseif before ~= tostring(held) then
    redis.call('HSET', q .. 'gactive', group, held)
  end
  local wrong = (before or '0') ~= tostring(held)
  if waiting > 0 and (wrong or short) and lane_open(q, group, held)
    and not (short and redis.call('LPOS', q .. 'ring', group)) then
    lane_enter(q, group)
    wrong = true
  end
  return wrong
end
