-- Purpose: browse of the wire contract: ids that wait, newest first, by their bytes.
-- KEYS (1): 1 emq:{q}:pending.
-- ARGV: 1 most ids (1 to 1000), 2 only ids below this one ("" from the newest).
-- Returns: ids.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m) for n ids and ten priorities: each score is a run of its own, in order of the
--   ids, and the runs are merged; 32 scores at most are looked at.
-- @use rank-after
local max, below, found = tonumber(ARGV[1]), ARGV[2] ~= '' and ARGV[2] or '\255', {}
local last = redis.call('ZCARD', KEYS[1]) - 1
for _ = 1, 32 do
  local top = last >= 0 and redis.call('ZRANGE', KEYS[1], last, last, 'WITHSCORES') or {}
  if not top[1] then
    break
  end
  local first = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. top[2])
  local stop = math.min(last, rank_after(KEYS[1], top[2], below) - 1)
  if stop >= first then
    for _, id in ipairs(redis.call('ZRANGE', KEYS[1], math.max(first, stop - max), stop)) do
      if id < below then
        found[#found + 1] = id
      end
    end
  end
  last = first - 1
end
table.sort(found, function(a, b) return a > b end)
return {unpack(found, 1, math.min(max, #found))}
