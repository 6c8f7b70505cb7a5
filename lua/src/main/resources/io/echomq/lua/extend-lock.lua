-- Purpose: extend_lock of the wire contract: prolongs the lease of one active job.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 fencing token, 3 lease ms.
-- Returns: 1 extended; -1 the row is gone, or the job is not active any more.
-- Errors: EMQSTALE (another token), WRONGTYPE.
-- Complexity: O(log m). Never lowers a deadline.
-- @use now
local q, id = string.sub(KEYS[1], 1, -8), ARGV[1]
local attempts = redis.call('HGET', q .. 'job:' .. id, 'attempts')
if attempts and attempts ~= ARGV[2] then
  return redis.error_reply('EMQSTALE ' .. id .. ' is at attempt ' .. attempts .. ', not ' .. ARGV[2])
elseif not attempts or not redis.call('ZSCORE', q .. 'active', id) then
  return -1
end
redis.call('ZADD', q .. 'active', 'XX', 'GT', now() + ARGV[3], id)
return 1
