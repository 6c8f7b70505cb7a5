-- Purpose: retention of one stream: nothing that a group or a live reader still needs goes, save by the
--   hard limits; what nobody needs is kept up to a number of records.
-- KEYS (1): 1 emq:{q}:stream:<name>; jms:readers:<name> and jms:by:<name> are derived from it.
-- ARGV: 1 records to keep beyond what is needed; hard limits, 0 is none: 2 records, 3 bytes, 4 server ms
--   before which records go.
-- Returns: {how many went, oldest position that is needed}.
-- Errors: WRONGTYPE.
-- Complexity: O(g + r + n) for g groups, r readers, n records that go; 20,000 at most for what is kept.
-- @use now
-- @use stream-top
local stream = KEYS[1]
local length = redis.call('XLEN', stream)
if length == 0 then
  return {0, '0-0'}
end
local q, name = string.match(stream, '^(emq:{[^}]*}:)stream:(.*)$')
local need_ms, need_low = stream_top(stream)
local waiting, gone = 0, 0
local function needs(position)
  local ms, low = string.match(position, '^(%d+)-(%d+)$')
  ms, low = tonumber(ms), tonumber(low)
  if ms < need_ms or (ms == need_ms and low < need_low) then
    need_ms, need_low = ms, low
  end
end
for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
  local group = {}
  for i = 1, #info, 2 do
    group[info[i]] = info[i + 1]
  end
  needs(group['last-delivered-id'])
  if group.pending > 0 then
    needs(redis.call('XPENDING', stream, group.name)[2])
  end
  waiting = math.max(waiting, group.pending + (tonumber(group.lag or nil) or 0))
end
local readers, time = redis.call('HGETALL', q .. 'jms:readers:' .. name), now()
for i = 1, #readers, 2 do
  local position, deadline = string.match(readers[i + 1], '^(%S+) (%d+)$')
  if not deadline or tonumber(deadline) <= time then
    redis.call('HDEL', q .. 'jms:readers:' .. name, readers[i])
  else
    needs(position)
  end
end
local oldest = string.format('%d-%d', need_ms, need_low)
local spare = math.min(length - waiting - tonumber(ARGV[1]), 20000)
if spare > 0 then
  gone = redis.call('XTRIM', stream, 'MINID', '~', oldest, 'LIMIT', spare)
end
if ARGV[2] ~= '0' then
  gone = gone + redis.call('XTRIM', stream, 'MAXLEN', ARGV[2])
end
if ARGV[3] ~= '0' then
  local bytes, most = redis.call('MEMORY', 'USAGE', stream), tonumber(ARGV[3])
  if bytes > most then
    local left = math.floor(redis.call('XLEN', stream) * most / bytes)
    gone = gone + redis.call('XTRIM', stream, 'MAXLEN', left)
  end
end
if ARGV[4] ~= '0' then
  gone = gone + redis.call('XTRIM', stream, 'MINID', ARGV[4])
end
if gone > 0 and redis.call('EXISTS', q .. 'jms:by:' .. name) == 1 then
  local first = redis.call('XRANGE', stream, '-', '+', 'COUNT', 1)[1]
  if first then
    redis.call('XTRIM', q .. 'jms:by:' .. name, 'MINID', first[1])
  else
    redis.call('DEL', q .. 'jms:by:' .. name)
  end
end
return {gone, oldest}
