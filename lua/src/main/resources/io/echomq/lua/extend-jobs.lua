-- Purpose: extends leases; never lowers a deadline and never adds a member (hard cases, 6).
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 lease ms; then id and fencing token for each job, 500 at most.
-- Returns: ids whose lease is lost: no row, another token, or neither active, pending nor a leased dead
--   letter. A job that was reaped and not claimed since is not lost, and is not leased again either.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); one read a job and one ZADD XX GT for all.
-- @use now
-- @use survive-oom
local q = string.sub(KEYS[1], 1, -8)
local deadline, lost, held, dead = now() + ARGV[1], {}, {}, {}
for i = 2, #ARGV, 2 do
  local row = redis.pcall('HMGET', q .. 'job:' .. ARGV[i], 'state', 'attempts')
  if row[2] == ARGV[i + 1] and row[1] == 'dead' and redis.call('ZSCORE', q .. 'jms:dead', ARGV[i]) then
    dead[#dead + 1], dead[#dead + 2] = deadline, ARGV[i]
  elseif row[2] ~= ARGV[i + 1] or (row[1] ~= 'active' and row[1] ~= 'pending') then
    lost[#lost + 1] = ARGV[i]
  elseif row[1] == 'active' then
    held[#held + 1], held[#held + 2] = deadline, ARGV[i]
  end
end
survive_oom(q)
local function raise(set, list)
  for i = 1, #list, 1000 do
    redis.call('ZADD', set, 'XX', 'GT', unpack(list, i, math.min(i + 999, #list)))
  end
end
raise(q .. 'active', held)
raise(q .. 'jms:dead', dead)
return lost
