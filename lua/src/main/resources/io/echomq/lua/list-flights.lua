-- Purpose: lists which jobs of lanes are in flight (active, or waiting for a delayed retry), by pages.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 cursor ("a0" from the beginning), 2 how many are looked at, about.
-- Returns: { cursor to go on with, "" at the end, {id, group, ...} }.
-- Errors: WRONGTYPE.
-- Complexity: O(n). What is in flight all the time is listed, once or twice; what comes or goes
--   meanwhile perhaps (SCAN).
local q, from, many = string.sub(KEYS[1], 1, -8), string.sub(ARGV[1], 2), ARGV[2]
local flights = {}
local function add(id, state)
  local row = redis.pcall('HMGET', q .. 'job:' .. id, 'state', 'group')
  if row[1] == state and row[2] then
    flights[#flights + 1], flights[#flights + 2] = id, row[2]
  end
end
local waits = string.sub(ARGV[1], 1, 1) == 'w'
local scan, key = waits and 'HSCAN' or 'ZSCAN', q .. (waits and 'jms:waits' or 'active')
local page = redis.call(scan, key, from, 'COUNT', many)
for i = 1, #page[2], 2 do
  add(page[2][i], waits and 'scheduled' or 'active')
end
if page[1] ~= '0' then
  return {(waits and 'w' or 'a') .. page[1], flights}
end
return {waits and '' or 'w0', flights}
