-- @use make-ready
-- @use variadic
-- Moves up to `batch` (at most 1000) jobs that are due at `at` to where they can be claimed.
-- Returns how many are ready in the flat set, and in lanes.
local function promote_due(q, at, batch)
  local due = redis.call('ZRANGEBYSCORE', q .. 'schedule', '-inf', at, 'LIMIT', 0, batch)
  if #due == 0 then
    return 0, 0
  end
  variadic(due, 'ZREM', q .. 'schedule')
  return make_ready(q, due, 'scheduled')
end
