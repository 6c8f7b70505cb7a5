-- @use lane-enter
-- @use lane-let-go
-- @use lane-open
-- A job of the lane is no longer in flight: counts it off (nothing is left behind at zero, and a count
-- that a foreign verb left too low never falls below it), and returns the lane to the ring when it can
-- be served again. `returned`: the job was put back into the lane just before.
local function lane_left(q, group, returned)
  local held = redis.call('HINCRBY', q .. 'gactive', group, -1)
  local waiting = redis.call('ZCARD', q .. 'g:' .. group .. ':pending')
  if held < 1 then
    redis.call('HDEL', q .. 'gactive', group)
    held = 0
    lane_let_go(q, group, waiting == 0)
  end
  if waiting > 0 then
    local open, limit = lane_open(q, group, held)
    if open and ((returned and waiting == 1) or (limit and held + 1 >= limit)) then
      lane_enter(q, group)
    end
  end
end
