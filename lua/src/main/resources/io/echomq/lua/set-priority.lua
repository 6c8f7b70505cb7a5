-- Purpose: changes the priority of one job that nobody holds, in its row and in the order of the queue.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 score (4 - priority), 3 the row's `attempts` when its payload was read, 4 the payload
--   with the priority in its header line ("" leaves the payload as it is).
-- Returns: "" done; else why not: "active", "held", "prepared" (see lib/hold-of), "gone", "lane" (a lane
--   has no priorities) or "changed" (it was delivered meanwhile: read it again).
-- Errors: WRONGTYPE.
-- Complexity: O(log m), and 1.4 us a KB of payload.
-- @use check-types
-- @use hold-of
-- @use now
local q, id, score = string.sub(KEYS[1], 1, -8), ARGV[1], ARGV[2]
local row = redis.call('HMGET', q .. 'job:' .. id, 'state', 'group', 'attempts')
local why = not row[1] and 'gone' or row[2] and 'lane' or hold_of(q, id, row[1], now())
  or row[3] ~= ARGV[3] and 'changed'
if why then
  return why
end
local wrong = check_types(q, {'jms:prio', 'hash', 'pending', 'zset'})
if wrong then
  return wrong
end
if score == '0' then
  redis.call('HDEL', q .. 'jms:prio', id)
else
  redis.call('HSET', q .. 'jms:prio', id, score)
end
if ARGV[4] ~= '' then
  redis.call('HSET', q .. 'job:' .. id, 'payload', ARGV[4])
end
redis.call('ZADD', q .. 'pending', 'XX', score, id)
return ''
