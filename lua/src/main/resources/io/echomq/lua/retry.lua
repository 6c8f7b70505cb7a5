-- Purpose: retry of the wire contract: a leased job has failed, and runs again later or is dead.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 fencing token, 3 delay ms, 4 attempts at which it is dead, 5 error text.
-- Returns: "scheduled" or "dead".
-- Errors: EMQSTALE (the row is gone, or another token), WRONGTYPE.
-- Complexity: O(log m).
-- @use bury
-- @use fit-queue
-- @use lane-left
-- @use lane-shrunk
-- @use now
local q, id = string.sub(KEYS[1], 1, -8), ARGV[1]
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local row = redis.call('HMGET', q .. 'job:' .. id, 'attempts', 'group', 'state')
if row[1] ~= ARGV[2] then
  return redis.error_reply('EMQSTALE ' .. id .. ' is at attempt ' .. (row[1] or 'none') .. ', not '
    .. ARGV[2])
end
if row[3] == 'scheduled' or row[3] == 'dead' then
  return row[3] -- a repeat after a lost reply: nothing is counted twice
end
if redis.call('ZREM', q .. 'active', id) == 0 then
  redis.call('ZREM', q .. 'pending', id)
  if row[2] then
    redis.call('ZREM', q .. 'g:' .. row[2] .. ':pending', id)
  end
end
local dead = tonumber(row[1]) >= tonumber(ARGV[4])
if dead then
  bury(q, id, ARGV[5])
else
  redis.call('HSET', q .. 'job:' .. id, 'state', 'scheduled', 'last_error', ARGV[5])
  redis.call('ZADD', q .. 'schedule', now() + ARGV[3], id)
end
if row[2] and row[3] == 'active' then
  lane_left(q, row[2])
elseif row[2] then
  lane_shrunk(q, row[2])
end
return dead and 'dead' or 'scheduled'
