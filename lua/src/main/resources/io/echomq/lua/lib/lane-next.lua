-- @use lane-free
-- Turns the ring to the next lane that may be served, to `owner` when one is given, and pops its head.
-- Returns group and id; nil when nothing can be served. A lane that turns out empty leaves the ring; at
-- most 100 are tried.
local function lane_next(q, owner, time)
  for _ = 1, math.min(100, redis.call('LLEN', q .. 'ring')) do
    local group = redis.call('LMOVE', q .. 'ring', q .. 'ring', 'LEFT', 'RIGHT')
    if not group then
      return nil
    end
    if not owner or lane_free(q, group, owner, time) then
      local head = redis.call('ZPOPMIN', q .. 'g:' .. group .. ':pending')
      if head[1] then
        return group, head[1]
      end
      redis.call('LREM', q .. 'ring', 0, group)
    end
  end
  return nil
end
