-- Purpose: registers how far a reader without a group has come, so that retention spares the rest.
-- KEYS (1): 1 emq:{q}:stream:<name>; jms:readers:<name> is derived from it.
-- ARGV: 1 reader, 2 position ("$" the stream's top, "" the reader is done), 3 lease ms.
-- Returns: {the server's microseconds, the position}.
-- Errors: WRONGTYPE.
-- Complexity: O(1).
-- @use now
-- @use stream-top
local q, name = string.match(KEYS[1], '^(emq:{[^}]*}:)stream:(.*)$')
local readers, position, time, micros = q .. 'jms:readers:' .. name, ARGV[2], now()
if position == '$' then
  position = '0-0'
  if redis.call('EXISTS', KEYS[1]) == 1 then
    position = string.format('%d-%d', stream_top(KEYS[1]))
  end
end
if position == '' then
  redis.call('HDEL', readers, ARGV[1])
else
  redis.call('HSET', readers, ARGV[1], position .. ' ' .. string.format('%d', time + ARGV[3]))
end
return {string.format('%d%06d', math.floor(time / 1000), micros), position}
