-- @use lane-count
-- @use lane-open
-- Turns the ring to the next lane that may be served, and pops its head. Returns group and id; nil when
-- nothing can be served. What does not belong there leaves the ring: lanes that turn out empty, paused
-- or at their limit; at most 100 are tried.
local function lane_next(q)
  for _ = 1, 100 do
    local group = redis.call('LMOVE', q .. 'ring', q .. 'ring', 'LEFT', 'RIGHT')
    if not group then
      return nil
    end
    local open = lane_open(q, group, lane_count(q, group))
    local head = open and redis.call('ZPOPMIN', q .. 'g:' .. group .. ':pending') or {}
    if head[1] then
      return group, head[1]
    end
    redis.call('LREM', q .. 'ring', -1, group)
  end
  return nil
end
