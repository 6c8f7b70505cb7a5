-- Purpose: puts records that a consumer of a group holds back where they can be taken, or to the dead.
-- KEYS (1): 1 emq:{q}:stream:<name>; dead, job:<id> and jms:retry:<name>:<group> are derived.
-- ARGV: 1 group, 2 consumer, 3 "1": tell the readers in other processes; then for each record six:
--   position, verdict ("u" never handed out: is not counted; "a" again; "d" dead), ms before it comes
--   again, reason, id and payload of the job that the dead record becomes.
-- Returns: the positions that this consumer does not hold any more; these are left alone.
-- Errors: NOGROUP, WRONGTYPE; nothing is done then.
-- Complexity: O(n log m); 1000 a call at most.
-- @use check-types
-- @use held-records
-- @use now
local q, name = string.match(KEYS[1], '^(emq:{[^}]*}:)stream:(.*)$')
local retry, stream, group = 'jms:retry:' .. name .. ':' .. ARGV[1], KEYS[1], ARGV[1]
local wrong = check_types(q, {'dead', 'zset', 'metrics:failed', 'hash', 'jms:died', 'hash', retry, 'zset',
  'jms:soon:' .. name, 'stream'})
if wrong then
  return wrong
end
local held, lost, gone = held_records(stream, group, ARGV[2], 4, (#ARGV - 3) / 6, 6)
local time, back = now(), 0
for i = 4, #ARGV, 6 do
  local position, verdict, delay = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
  local count = held[position]
  if count and verdict == 'd' then
    redis.call('HSET', q .. 'job:' .. ARGV[i + 4], 'state', 'dead', 'attempts', count, 'payload',
      ARGV[i + 5], 'last_error', ARGV[i + 3])
    redis.call('ZADD', q .. 'dead', 0, ARGV[i + 4])
    redis.call('HSET', q .. 'jms:died', ARGV[i + 4], time)
    redis.call('HINCRBY', q .. 'metrics:failed', 'count', 1)
    redis.call('XACK', stream, group, position)
  elseif count and delay > 0 then
    redis.call('XCLAIM', stream, group, '.later', 0, position, 'JUSTID')
    redis.call('ZADD', q .. retry, time + delay, position)
    back = back + 1
  elseif count then
    local stands = verdict == 'u' and count - 1 or count
    redis.call('XCLAIM', stream, group, '.back', 0, position, 'RETRYCOUNT', stands, 'JUSTID')
    back = back + 1
  end
end
if back > 0 and ARGV[3] == '1' then
  redis.call('XADD', q .. 'jms:soon:' .. name, 'MAXLEN', '1', '*', 'due', time)
end
for _, position in ipairs(gone) do
  lost[#lost + 1] = position
end
return lost
