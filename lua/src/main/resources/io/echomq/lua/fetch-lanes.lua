-- Purpose: leases up to `max` jobs in lanes that a message selector matches, those of one lane in order.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 to 13 as fetch-selected; 7 and 8 are the place and the id to go on after ("" and "": from the
--   beginning). The place is "h <lane>" in a lane that the session holds, "<index> <lane>" in the ring.
-- Returns: the first nine values of fetch-selected, the first always -1; tokens stay.
-- Errors: WRONGTYPE; ERR (a program of another version).
-- Complexity: O(r (log m + nodes of the ring)) for r jobs and lanes looked at. What turns or enters the
--   ring meanwhile may be passed by: full passes find it (hard cases, 18).
-- @use fit-queue
-- @use lane-count
-- @use lane-open
-- @use look-lane
-- @use now
-- @use remember-claim
-- @use selector
-- @use stopped
-- @use survive-oom
-- @use variadic
local q, max, budget = string.sub(KEYS[1], 1, -8), tonumber(ARGV[1]), tonumber(ARGV[5])
local c = {
  q = q, most = tonumber(ARGV[3]), inline = tonumber(ARGV[4]), deadline = now() + ARGV[2],
  ghosts = {}, dead = {}, jobs = {}, active = {}, bytes = 0,
}
local place, lane = string.match(ARGV[7], '^(%w+) (.*)$')
local index = tonumber(place or nil)
local s = {
  c = c, owner = ARGV[13] ~= '' and ARGV[13] or nil, rows = tonumber(ARGV[9]),
  read = 0, undecided = {}, lane = lane or '', last = ARGV[8],
}
s.match, s.texts = selector(ARGV[6])
function s.room()
  return s.rows > 0 and #c.jobs < 4 * max and s.read < budget
end
local function held_lanes()
  local held = s.owner and redis.call('SMEMBERS', q .. 'jms:held:' .. s.owner) or {}
  table.sort(held)
  for _, group in ipairs(held) do
    -- what is open stands in the ring and comes with it
    if group >= s.lane and not lane_open(q, group, lane_count(q, group)) then
      s.last = group == s.lane and s.last or ''
      s.lane = group
      if not s.room() or not look_lane(s, group, false) then
        return false
      end
    end
  end
  index, s.last = 0, ''
  return true
end
local function ring_lanes()
  while s.room() do
    local group = redis.call('LINDEX', q .. 'ring', index)
    if s.last ~= '' and group ~= s.lane then
      look_lane(s, s.lane, nil) -- the ring has turned meanwhile
    elseif not group then
      return true
    elseif look_lane(s, group, index) and redis.call('LINDEX', q .. 'ring', index) == group then
      index = index + 1
    end
  end
  return false
end
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local ended = stopped(q, ARGV[10], ARGV[11])
if not ended then
  survive_oom(q)
  ended = (index or held_lanes()) and ring_lanes()
  variadic(c.active, 'ZADD', q .. 'active')
  remember_claim(q, c.jobs, ARGV[10], ARGV[11], ARGV[12])
end
return {-1, ended and 0 or 1, c.deadline, c.ghosts, c.dead, c.jobs, (index or 'h') .. ' ' .. s.lane, s.last,
  s.undecided}
