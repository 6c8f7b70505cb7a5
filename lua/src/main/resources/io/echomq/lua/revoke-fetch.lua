-- Purpose: undoes fetches whose answer was lost: gives back, uncounted, what they leased, and keeps
--   those that arrive only now from leasing anything.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 ms to remember that they are undone; then for each fetch two: its slot and its sequence.
-- Returns: how many jobs went back. One that was reaped meanwhile and waits already is not counted as
--   delivered either. A repeated call finds nothing to do.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m) for n jobs that were leased by them.
-- @use fit-queue
-- @use make-ready
-- @use now
-- @use release-dead
-- @use survive-oom
-- @use variadic
-- @use wake
local q, time, back, ids = string.sub(KEYS[1], 1, -8), now(), 0, {}
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
survive_oom(q)
for i = 2, #ARGV, 2 do
  local memory = q .. 'jms:fetched:' .. ARGV[i]
  local words = {}
  for word in string.gmatch(redis.call('GET', memory) or '0', '%S+') do
    words[#words + 1] = word
  end
  if tonumber(words[1]) <= tonumber(ARGV[i + 1]) then
    -- should it come only now, it finds that it is not the next
    redis.call('SET', memory, ARGV[i + 1], 'PX', ARGV[1])
  end
  if words[1] == ARGV[i + 1] then
    for at = 2, #words, 2 do
      local id = words[at]
      local row = redis.pcall('HMGET', q .. 'job:' .. id, 'state', 'attempts')
      if tonumber(row[2] or nil) == words[at + 1] + 1 then
        if row[1] == 'dead' then
          back = back + (release_dead(q, id, 'u', '0', '', time) and 1 or 0)
        elseif row[1] == 'pending' then
          redis.call('HINCRBY', q .. 'job:' .. id, 'returned', 1)
        elseif row[1] == 'active' and redis.call('ZSCORE', q .. 'active', id) then
          redis.call('HINCRBY', q .. 'job:' .. id, 'returned', 1)
          ids[#ids + 1] = id
        end
      end
    end
  end
end
variadic(ids, 'ZREM', q .. 'active')
wake(q, (make_ready(q, ids, 'active')))
return back + #ids
