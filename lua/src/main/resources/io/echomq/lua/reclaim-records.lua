-- Purpose: takes the records of a consumer that is gone back to where the others can take them.
-- KEYS (1): 1 emq:{q}:stream:<name>.
-- ARGV: 1 group, 2 the consumer, 3 batch (1 to 1000), 4 only those idle for so many ms; 0: all, and the
--   consumer is forgotten, 5 (optional) nothing is taken after this time (server ms; 0 no limit).
-- Returns: how many.
-- Errors: NOGROUP, WRONGTYPE.
-- Complexity: O(n log m).
-- @use now
local stream, group, entries = KEYS[1], ARGV[1], nil
if (ARGV[5] or '0') ~= '0' and now() > tonumber(ARGV[5]) then
  return 0
end
if ARGV[4] == '0' then
  entries = redis.call('XPENDING', stream, group, '-', '+', ARGV[3], ARGV[2])
else
  entries = redis.call('XPENDING', stream, group, 'IDLE', ARGV[4], '-', '+', ARGV[3], ARGV[2])
end
if #entries > 0 then
  local ids = {}
  for i, entry in ipairs(entries) do
    ids[i] = entry[1]
  end
  ids[#ids + 1] = 'JUSTID'
  redis.call('XCLAIM', stream, group, '.back', 0, unpack(ids))
  local q, name = string.match(stream, '^(emq:{[^}]*}:)stream:(.*)$')
  redis.call('XADD', q .. 'jms:soon:' .. name, 'MAXLEN', '1', '*', 'due', '0')
end
if ARGV[4] == '0' and #redis.call('XPENDING', stream, group, '-', '+', 1, ARGV[2]) == 0 then
  redis.call('XGROUP', 'DELCONSUMER', stream, group, ARGV[2])
end
return #entries
