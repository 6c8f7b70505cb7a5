-- Turns the ring one step and pops the head of that lane. Returns group and id; nil when nothing can
-- be served. A lane that turns out empty leaves the ring; at most 100 are tried.
local function lane_next(q)
  for _ = 1, 100 do
    local group = redis.call('LMOVE', q .. 'ring', q .. 'ring', 'LEFT', 'RIGHT')
    if not group then
      return nil
    end
    local head = redis.call('ZPOPMIN', q .. 'g:' .. group .. ':pending')
    if head[1] then
      return group, head[1]
    end
    redis.call('LREM', q .. 'ring', 0, group)
  end
  return nil
end
