-- Purpose: notes that somebody sees the server answer, and tells since when somebody has: holders of leases
--   must have had time to extend before anything is reaped (hard cases, 7), whoever reaps.
-- KEYS (1): 1 emq:{_jms}:jms:watch:<lease ms>: "<run id> <from> <to> ...", spans without a pause, the latest
--   first.
-- ARGV: 1 run id of the server, 2 longest ms between two looks that are no pause, 3 lease ms, 4 ms to keep.
-- Returns: { ms of the present span, a time (server ms; 0 none) since when the server was seen to answer for
--   one lease, all spans together: what lapsed before it may be reaped }.
-- Errors: WRONGTYPE.
-- Complexity: O(1) while the present span is longer than a lease; else up to 200 spans.
-- @use now
redis.call('PERSIST', KEYS[1]) -- a server that is out of memory lets the SET through behind it
local time, words = now(), {}
for word in string.gmatch(redis.call('GET', KEYS[1]) or '', '%S+') do
  words[#words + 1] = word
end
local run, spans = table.remove(words, 1), {}
for i = 1, run == ARGV[1] and #words or 0 do
  spans[i] = tonumber(words[i])
end
if #spans > 0 and time < spans[2] then
  spans = {} -- the clock was set back
end
if #spans > 0 and time - spans[2] <= tonumber(ARGV[2]) then
  spans[2] = time
elseif #spans > 0 and spans[1] == spans[2] then
  spans[1], spans[2] = time, time -- one look alone has seen nothing
else
  table.insert(spans, 1, time)
  table.insert(spans, 1, time)
end
local missing, since, kept = tonumber(ARGV[3]), 0, math.min(#spans, 400)
for i = 1, kept, 2 do
  local seen = spans[i + 1] - spans[i]
  if seen >= missing then
    since, kept = spans[i + 1] - missing, i + 1
    break
  end
  missing = missing - seen
end
for i = 1, kept do
  spans[i] = string.format('%.0f', spans[i])
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. table.concat(spans, ' ', 1, kept), 'PX', ARGV[4])
return {spans[2] - spans[1], since}
