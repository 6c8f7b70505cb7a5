-- Purpose: acknowledges leased jobs of one queue, each for itself (hard cases, 9).
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 channel ("" none: nothing is remembered), 2 sequence within the channel, 3 the lowest one whose
--   answer may be asked for again, 4 ms to remember (for one job "" too: the memory keeps its expiry); then
--   id and fencing token for each job, 1000 at most.
-- Returns: 0 when all are completed; else { {ids whose token is no longer the row's, or that are neither
--   active nor pending}, {ids whose row is gone} }. A sequence not above the last one applied answers
--   what was answered then, and completes nothing that others hold: the tokens see to that.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); one read a job, one variadic write of each kind for all, one for the memory.
-- @use settle-one
local q, settled = string.sub(KEYS[1], 1, -8), false
if #ARGV == 6 then
  settled = settle_one(q)
  if settled then
    return settled
  end
end
if ARGV[4] == '' then
  ARGV[4] = '3600000'
end
-- @use remember-settled
if settled == nil then
  return remember_settled(q)
end
-- @use fit-queue
-- @use settle-apply
-- @use settle-check
-- @use survive-oom
local plan, stale, gone = settle_check(q, 5, #ARGV / 2 - 2)
local unfit = fit_queue(q, #plan.lanes > 0)
if unfit then
  return unfit
end
if #stale + #gone > 0 then
  survive_oom(q) -- perhaps nothing is left to be completed, and the memory would be the first to write
end
settle_apply(plan)
if #gone > 0 then
  -- a member whose row is gone is a ghost: nobody shall find it
  redis.call('ZREM', q .. 'active', unpack(gone))
end
return remember_settled(q, stale, gone)
