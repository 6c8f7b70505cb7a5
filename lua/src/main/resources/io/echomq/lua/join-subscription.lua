-- Purpose: creates a named subscription or joins it, and makes a consumer one of its live ones.
-- KEYS (1): 1 emq:{_jms}:jms:sub:<d|s>:<client>:<name> (durable or not); ...:live, ...:held and
--   emq:{_jms}:jms:subs are derived. A group is named jms:<d|s>:<client>:<name>:<generation>.
-- ARGV: 1 topic, 2 kind, 3 selector, 4 noLocal, 5 generation of a new one, 6 its start position,
--   7 consumer, 8 lease ms, 9 "1": a new one begins in the past: what was sent with a delay before it
--   existed is for it too, 10 (optional) "jms:<connection>:" of a connection that holds the client id:
--   consumers of others are what its former holder has left, and are taken out.
-- Returns: {1 created or 0 joined, group, start, created at (server microseconds), and when another one
--   was replaced: its topic, group and selector}; {-1, why} when it is in use; {-2, kind} when it is of
--   another kind.
-- Errors: WRONGTYPE.
-- Complexity: O(log n) for n consumers.
-- @use now
local sub, time, micros = KEYS[1], now()
local base, unit = string.match(sub, '^(.*:jms:)sub:(.*)$')
local index, live = base .. 'subs', sub .. ':live'
redis.call('ZREMRANGEBYSCORE', live, '-inf', time)
for _, set in ipairs((ARGV[10] or '') ~= '' and {live, sub .. ':held'} or {}) do
  for _, consumer in ipairs(redis.call('ZRANGE', set, 0, -1)) do
    if string.sub(consumer, 1, #ARGV[10]) ~= ARGV[10] then
      redis.call('ZREM', set, consumer)
    end
  end
end
local old = redis.call('HMGET', sub, 'topic', 'kind', 'selector', 'noLocal', 'generation', 'start',
  'created')
-- a repeat after a lost reply finds itself
local mine = redis.call('ZSCORE', live, ARGV[7])
local used = redis.call('ZCARD', live) > (mine and 1 or 0)
local same = old[1] == ARGV[1] and old[3] == ARGV[3] and old[4] == ARGV[4]
if old[1] and old[2] ~= ARGV[2] then
  return {-2, old[2]}
elseif used and not same then
  return {-1, 'it has consumers, with topic ' .. tostring(old[1]) .. ' and selector "'
    .. tostring(old[3]) .. '"'}
elseif used and ARGV[2] == 'DURABLE' then
  return {-1, 'it has an active consumer'}
end
redis.call('ZADD', live, time + ARGV[8], ARGV[7])
local function group(generation)
  return 'jms:' .. unit .. ':' .. generation
end
if same and (used or mine or ARGV[2] ~= 'SHARED') then
  return {0, group(old[5]), old[6], old[7]}
end
local created = ARGV[9] == '1' and '0' or string.format('%d%06d', math.floor(time / 1000), micros)
local answer = {1, group(ARGV[5]), ARGV[6], created}
if old[1] then
  redis.call('DEL', sub .. ':held')
  redis.call('HDEL', index, old[1] .. ' ' .. group(old[5]))
  answer[5], answer[6], answer[7] = old[1], group(old[5]), old[3]
end
redis.call('HSET', sub, 'topic', ARGV[1], 'kind', ARGV[2], 'selector', ARGV[3], 'noLocal', ARGV[4],
  'generation', ARGV[5], 'start', ARGV[6], 'created', created)
redis.call('HSET', index, ARGV[1] .. ' ' .. group(ARGV[5]), unit)
return answer
