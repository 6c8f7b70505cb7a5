-- Purpose: puts the count of one lane right, as sweep-lanes does, when it was counted by pages.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 the lane, 2 the count that it had (0 none); then the ids that were found in flight.
-- Returns: 1 when it was put right; 0 when nothing was wrong; -1 when it has changed since.
-- Errors: WRONGTYPE.
-- Complexity: O(n).
-- @use lane-count
-- @use lane-recount
local q, group = string.sub(KEYS[1], 1, -8), ARGV[1]
if lane_count(q, group) ~= tonumber(ARGV[2]) then
  return -1
end
for i = 3, #ARGV do
  local row = redis.pcall('HMGET', q .. 'job:' .. ARGV[i], 'state', 'group')
  local held = row[1] == 'active' and redis.call('ZSCORE', q .. 'active', ARGV[i])
    or row[1] == 'scheduled' and redis.call('HEXISTS', q .. 'jms:waits', ARGV[i]) == 1
  if row[2] ~= group or not held then
    return -1
  end
end
return lane_recount(q, group, #ARGV - 2, redis.call('LLEN', q .. 'ring') <= 1000) and 1 or 0
