-- Purpose: complete of the wire contract: a leased job is done.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 id, 2 fencing token.
-- Returns: 1 completed; 0 the row is gone.
-- Errors: EMQSTALE (another token), WRONGTYPE.
-- Complexity: O(log m).
-- @use fit-queue
-- @use settle-apply
local q, id = string.sub(KEYS[1], 1, -8), ARGV[1]
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local row = redis.call('HMGET', q .. 'job:' .. id, 'attempts', 'state', 'group')
if not row[1] then
  return 0
elseif row[1] ~= ARGV[2] then
  return redis.error_reply('EMQSTALE ' .. id .. ' is at attempt ' .. row[1] .. ', not ' .. ARGV[2])
end
if row[2] ~= 'active' and row[2] ~= 'pending' then
  -- nobody completes such a job as a rule; no ghost stays behind when one does
  redis.call('ZREM', q .. 'schedule', id)
  redis.call('ZREM', q .. 'dead', id)
end
local lanes = row[3] and {{id = id, group = row[3], active = row[2] == 'active'}} or {}
settle_apply({q = q, ids = {id}, lanes = lanes})
return 1
