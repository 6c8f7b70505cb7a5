-- Purpose: moves jobs that nobody holds to another queue, under their ids, each whole or not at all.
-- KEYS (1+): 1 emq:{q}:pending of the queue they are in; 2 emq:{r}:pending of the queue they go to.
-- ARGV: 1 "1" to begin their counts of deliveries anew (`returned` becomes `attempts`), else "0"; then
--   ids, 500 at most.
-- Returns: {id, why, ...} of those that stay: "active", "held", "prepared" (see lib/hold-of), "gone", or
--   "exists" (the other queue has a job of this id).
-- Errors: WRONGTYPE; nothing is moved then.
-- Complexity: O(n log m); twenty calls a job. Rows are renamed: no body is read. Scheduled jobs stay
--   scheduled, dead ones become ready; priority, lane and expiry go along.
-- @use check-types
-- @use hold-of
-- @use lane-added
-- @use lane-join
-- @use now
-- @use sub-keys
-- @use take-out
-- @use wake
-- @use wake-for-due
local q, r, time = string.sub(KEYS[1], 1, -8), string.sub(KEYS[2], 1, -8), now()
local types, rows, stay = {
  'pending', 'zset', 'schedule', 'zset', 'wake', 'list', 'jms:prio', 'hash', 'jms:expiry', 'zset',
  'ring', 'list', 'paused', 'set', 'glimit', 'hash', 'gactive', 'hash',
}, {}, {}
for i = 2, #ARGV do
  local row = redis.call('HMGET', q .. 'job:' .. ARGV[i], 'state', 'group', 'attempts')
  rows[i] = row
  if row[2] then
    types[#types + 1], types[#types + 2] = 'g:' .. row[2] .. ':pending', 'zset'
  end
end
local wrong = check_types(r, types)
if wrong then
  return wrong
end
local flat, earliest = 0, nil
for i = 2, #ARGV do
  local id, state, group, attempts = ARGV[i], rows[i][1], rows[i][2], rows[i][3]
  local why = not state and 'gone' or hold_of(q, id, state, time)
    or redis.call('EXISTS', r .. 'job:' .. id) == 1 and 'exists'
  if why then
    stay[#stay + 1], stay[#stay + 2] = id, why
  else
    local at = state == 'scheduled' and redis.call('ZSCORE', q .. 'schedule', id)
    local score = redis.call('HGET', q .. 'jms:prio', id)
    local expires = redis.call('ZSCORE', q .. 'jms:expiry', id)
    take_out(q, id, state, group)
    redis.call('HDEL', q .. 'jms:prio', id)
    redis.call('ZREM', q .. 'jms:expiry', id)
    redis.call('RENAME', q .. 'job:' .. id, r .. 'job:' .. id)
    redis.call('DEL', unpack(sub_keys(q, id)))
    redis.call('HSET', r .. 'job:' .. id, 'state', at and 'scheduled' or 'pending')
    if ARGV[1] == '1' then
      redis.call('HSET', r .. 'job:' .. id, 'returned', attempts or 0)
    end
    if score then redis.call('HSET', r .. 'jms:prio', id, score) end
    if expires then redis.call('ZADD', r .. 'jms:expiry', expires, id) end
    if at then
      redis.call('ZADD', r .. 'schedule', at, id)
      earliest = math.min(earliest or math.huge, tonumber(at))
    elseif group then
      redis.call('ZADD', r .. 'g:' .. group .. ':pending', 0, id)
      lane_join(r, group)
      lane_added(r, group)
    else
      redis.call('ZADD', r .. 'pending', score or 0, id)
      flat = flat + 1
    end
  end
end
wake(r, flat)
if earliest then wake_for_due(r, earliest) end
return stay
