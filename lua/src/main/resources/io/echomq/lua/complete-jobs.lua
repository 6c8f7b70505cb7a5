-- Purpose: acknowledges leased jobs of one queue, each for itself (hard cases, 9).
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: id and fencing token for each job; 1000 jobs a call at most.
-- Returns: { {ids whose token is no longer the row's, or that are neither active nor pending},
--   {ids whose row is gone} }; all others are completed. Of a repeated call, gone means done.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); one read a job, one variadic write of each kind for all.
-- @use settle-check
-- @use settle-apply
local plan, stale, gone = settle_check(string.sub(KEYS[1], 1, -8), 1, #ARGV / 2)
settle_apply(plan)
if #gone > 0 then
  -- a member whose row is gone is a ghost: nobody shall find it
  redis.call('ZREM', string.sub(KEYS[1], 1, -8) .. 'active', unpack(gone))
end
return {stale, gone}
