-- @use wake
-- One token when `at` has become the earliest due time: whoever parks waits for a later one.
local function wake_for_due(q, at)
  local head = redis.call('ZRANGE', q .. 'schedule', 0, 0, 'WITHSCORES')
  if head[2] and tonumber(head[2]) >= at then
    wake(q, 1)
  end
end
