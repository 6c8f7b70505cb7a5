-- Milliseconds from `at` to the next scheduled job, 0 when it is due already, -1 when there is none.
local function due_in(q, at)
  local head = redis.call('ZRANGE', q .. 'schedule', 0, 0, 'WITHSCORES')
  return head[2] and math.ceil(math.max(0, tonumber(head[2]) - at)) or -1
end
