-- Purpose: hands records of a group that were given back to a consumer, oldest first, counting each.
-- KEYS (1): 1 emq:{q}:stream:<name>; jms:retry:<name>:<group>, where delayed ones wait, is derived.
-- ARGV: 1 group, 2 consumer, 3 most records.
-- Returns: {ms to the next delayed one (-1 none), {position, delivery count, {field, value, ...}} each}.
-- Errors: NOGROUP, WRONGTYPE.
-- Complexity: O(n log m); 1000 a call at most.
-- @use now
local q, name = string.match(KEYS[1], '^(emq:{[^}]*}:)stream:(.*)$')
local retry, time = q .. 'jms:retry:' .. name .. ':' .. ARGV[1], now()
local due = redis.call('ZRANGEBYSCORE', retry, '-inf', time, 'LIMIT', 0, 1000)
if #due > 0 then
  redis.call('ZREM', retry, unpack(due))
  due[#due + 1] = 'JUSTID'
  redis.call('XCLAIM', KEYS[1], ARGV[1], '.back', 0, unpack(due))
end
local parked = redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', ARGV[3], '.back')
local head = redis.call('ZRANGE', retry, 0, 0, 'WITHSCORES')
local answer = {head[2] and math.max(0, tonumber(head[2]) - time) or -1}
if #parked == 0 then
  return answer
end
local ids, counts = {}, {}
for i, entry in ipairs(parked) do
  ids[i], counts[entry[1]] = entry[1], entry[4] + 1
end
local found = {}
for _, record in ipairs(redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, unpack(ids))) do
  if type(record) == 'table' and type(record[2]) == 'table' then
    found[record[1]] = true
    answer[#answer + 1] = {record[1], counts[record[1]], record[2]}
  end
end
for _, id in ipairs(ids) do
  -- deleted from the stream: old engines keep the pending entry
  if not found[id] then
    redis.call('XACK', KEYS[1], ARGV[1], id)
  end
end
return answer
