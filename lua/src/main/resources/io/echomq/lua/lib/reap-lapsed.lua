-- @use make-ready
-- @use variadic
-- Takes back up to `batch` (at most 1000) jobs whose lease ended before or at `at`; `attempts` stays,
-- so that the old holder is stale once somebody claims them. Returns as promote_due does.
local function reap_lapsed(q, at, batch)
  local lapsed = redis.call('ZRANGEBYSCORE', q .. 'active', '-inf', at, 'LIMIT', 0, batch)
  if #lapsed == 0 then
    return 0, 0
  end
  variadic(lapsed, 'ZREM', q .. 'active')
  return make_ready(q, lapsed, 'active')
end
