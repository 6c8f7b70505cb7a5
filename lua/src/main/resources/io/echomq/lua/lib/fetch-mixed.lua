-- @use due-in
-- @use lease-lanes
-- @use lease-popped
-- @use promote-due
-- @use remember-claim
-- @use survive-oom
-- @use variadic
-- @use wake
-- The general way of fetch-jobs: lanes and flat set sharing, or, when nothing but `popped` is there
-- (false: not so), from index `from` of it on; `jobs` with so many `bytes` were leased from before it.
local function fetch_mixed(q, popped, from, jobs, bytes, deadline, time, micros)
  local c = {q = q, most = tonumber(ARGV[3]), inline = tonumber(ARGV[4]), deadline = deadline}
  c.ghosts, c.dead, c.jobs, c.active, c.bytes = {}, {}, jobs, {}, bytes
  local max, budget, owner = tonumber(ARGV[1]), tonumber(ARGV[5]), ARGV[6] ~= '' and ARGV[6] or nil
  local due, found, more, lanes, asked = -1, (from - 1) / 2, 0, false, max
  if not popped then
    if redis.call('HEXISTS', q .. 'meta', 'paused') == 1 then
      return {-1, 0, deadline, c.ghosts, c.dead, c.jobs}
    end
    due = due_in(q, time)
    if due == 0 then
      wake(q, promote_due(q, time, 100) - max)
      due = due_in(q, time)
    end
    lanes = redis.call('EXISTS', q .. 'ring', q .. 'jms:held:' .. (ARGV[6] or '')) > 0
    if lanes then
      survive_oom(q)
      found, more = lease_lanes(c, math.floor((max + micros % 2) / 2), budget, owner)
    end
    asked = max - found
    popped = asked > 0 and redis.call('ZPOPMIN', KEYS[1], asked) or {}
  end
  local flat, left = lease_popped(c, popped, from, budget)
  found, more = found + flat, math.max(more, left)
  if lanes and found < max then
    local others, ended = lease_lanes(c, max - found, budget, owner)
    found, more = found + others, math.max(more, ended)
  end
  variadic(c.active, 'ZADD', q .. 'active')
  remember_claim(q, c.jobs, ARGV[7], ARGV[8], ARGV[9])
  if found < max and #popped == 2 * asked then
    more = 1
  end
  if found == 0 and more == 0 and redis.call('EXISTS', q .. 'ring') == 0 then
    redis.call('DEL', q .. 'wake', q .. 'jms:blocks')
  end
  return {due, more, deadline, c.ghosts, c.dead, c.jobs}
end
