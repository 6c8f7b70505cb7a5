-- Purpose: leases the named jobs of a queue that still wait: those whose selector was decided outside.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 lease ms, 2 most deliveries (0 no limit), 3 payloads above this many bytes are answered as
--   their length, 4 the session that asks ("" none), 5 to 7 slot ("" none), sequence and ms, as 7 to 9
--   of fetch-jobs; then ids, 1000 at most.
-- Returns: as fetch-jobs, in the order of the ids; what does not wait any more, or waits in a lane that
--   another session holds, is left out. No wake token is cleared: they are for consumers who take any
--   job.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); three calls a job.
-- @use due-in
-- @use fit-queue
-- @use lane-free
-- @use lane-taken
-- @use lease
-- @use now
-- @use remember-claim
-- @use stopped
-- @use survive-oom
-- @use variadic
local q, time = string.sub(KEYS[1], 1, -8), now()
local c = {
  q = q, most = tonumber(ARGV[2]), inline = tonumber(ARGV[3]), deadline = time + ARGV[1],
  ghosts = {}, dead = {}, jobs = {}, active = {}, bytes = 0,
}
if stopped(q, ARGV[5], ARGV[6]) then
  return {-1, 0, c.deadline, c.ghosts, c.dead, c.jobs}
end
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
survive_oom(q)
for i = 8, #ARGV do
  local id, owner = ARGV[i], ARGV[4]
  if redis.call('ZREM', q .. 'pending', id) == 1 then
    lease(c, id)
  else
    local group = redis.pcall('HGET', q .. 'job:' .. id, 'group')
    if type(group) == 'string' and lane_free(q, group, owner)
      and redis.call('ZREM', q .. 'g:' .. group .. ':pending', id) == 1 then
      lane_taken(q, group, owner ~= '' and owner, lease(c, id))
    end
  end
end
variadic(c.active, 'ZADD', q .. 'active')
remember_claim(q, c.jobs, ARGV[5], ARGV[6], ARGV[7])
return {due_in(q, time), 0, c.deadline, c.ghosts, c.dead, c.jobs}
