-- Purpose: removes jobs wherever they are, with their sub-keys; an operator's verb.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 "idle": only what nobody holds; "leased": what consumers hold too; "force": even what a
--   prepared transaction holds; then ids, 500 at most.
-- Returns: {id, why, ...} of those that stay: "active", "held" or "prepared" (see lib/hold-of), or "gone"
--   (there is no such row; a member without one is removed all the same).
-- Errors: WRONGTYPE.
-- Complexity: O(n log m); ten calls a job.
-- @use fit-queue
-- @use forget
-- @use hold-of
-- @use now
-- @use sub-keys
-- @use take-out
local q, time, taken, stay = string.sub(KEYS[1], 1, -8), now(), {}, {}
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
for i = 2, #ARGV do
  local id = ARGV[i]
  local row = redis.call('HMGET', q .. 'job:' .. id, 'state', 'group')
  local hold = hold_of(q, id, row[1], time)
  if hold and ARGV[1] ~= 'force' and (hold == 'prepared' or ARGV[1] ~= 'leased') then
    stay[#stay + 1], stay[#stay + 2] = id, hold
  else
    if not row[1] then
      stay[#stay + 1], stay[#stay + 2] = id, 'gone'
    end
    take_out(q, id, row[1], row[2])
    redis.call('DEL', unpack(sub_keys(q, id)))
    taken[#taken + 1] = id
  end
end
forget(q, taken)
return stay
