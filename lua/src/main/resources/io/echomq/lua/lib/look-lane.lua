-- @use decide-job
-- @use lane-free
-- @use lane-taken
-- @use lease
-- Leases what matches in one lane, from behind `s.last` on ("" its beginning), while `s.room()` says so.
-- `at`: its place in the ring, see lane_leave. Returns true when it has come to the lane's end.
local function look_lane(s, group, at)
  local c, key, from = s.c, s.c.q .. 'g:' .. group .. ':pending', s.last == '' and '-' or '(' .. s.last
  s.lane, s.rows = group, s.rows - 1
  local free = lane_free(c.q, group, s.owner)
  for _, id in ipairs(free and redis.call('ZRANGEBYLEX', key, from, '+', 'LIMIT', 0, s.rows + 1) or {}) do
    if not s.room() then
      return false
    end
    s.rows, s.last = s.rows - 1, id
    local verdict, payload, bytes = decide_job(c.q, id, s.match, c.inline, s.texts)
    s.read = s.read + bytes
    if verdict == 'undecided' then
      s.undecided[#s.undecided + 1], s.undecided[#s.undecided + 2] = id, payload
    elseif verdict then
      redis.call('ZREM', key, id)
      lane_taken(c.q, group, s.owner, lease(c, id, payload), at)
      if not lane_free(c.q, group, s.owner) then
        break
      end
    end
  end
  s.last = ''
  return true
end
