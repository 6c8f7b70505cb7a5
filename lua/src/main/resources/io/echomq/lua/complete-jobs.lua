-- Purpose: acknowledges leased jobs of one queue, each for itself (hard cases, 9).
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: id and fencing token for each job; 1000 jobs a call at most.
-- Returns: 0 when all are completed; else { {ids whose token is no longer the row's, or that are neither
--   active nor pending}, {ids whose row is gone} }. Of a repeated call, gone means done.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); one read a job, one variadic write of each kind for all.
-- @use settle-one
local q = string.sub(KEYS[1], 1, -8)
if #ARGV == 2 and settle_one(q, ARGV[1], ARGV[2]) then
  return 0
end
-- @use settle-check
-- @use settle-apply
local plan, stale, gone = settle_check(q, 1, #ARGV / 2)
settle_apply(plan)
if #gone > 0 then
  -- a member whose row is gone is a ghost: nobody shall find it
  redis.call('ZREM', q .. 'active', unpack(gone))
end
return #stale + #gone > 0 and {stale, gone} or 0
