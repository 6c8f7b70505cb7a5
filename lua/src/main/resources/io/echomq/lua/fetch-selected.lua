-- Purpose: leases up to `max` jobs that a message selector matches, in the order of consumption.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 max, 2 lease ms, 3 most deliveries (0 no limit), 4 payloads above this many bytes are not
--   read here, 5 stop once this many bytes were read, 6 the selector's program, 7 and 8 score and id to
--   go on after ("" and "": from the beginning), 9 most jobs looked at (1 to 1000); four times as many when
--   the program tells texts that rule out most of them at sight; 10 to 12 optionally slot, sequence and
--   ms, as 7 to 9 of fetch-jobs; 13 the session that asks ("" none).
-- Returns: the six values of fetch-jobs (the second: 1 when the scan ended before the queue did); then
--   score and id to go on after; then {id, payload or length, ...} of jobs that cannot be decided here
--   and were left where they are: decide, then claim-jobs; then above 0 when lanes are there (fetch-lanes).
-- Errors: WRONGTYPE; ERR (a program of another version).
-- Complexity: O(r + log m) for r jobs looked at. Never clears wake tokens: plain consumers want them.
-- @use decide-job
-- @use due-in
-- @use fit-queue
-- @use lease
-- @use now
-- @use promote-due
-- @use rank-after
-- @use remember-claim
-- @use selector
-- @use stopped
-- @use variadic
-- @use wake
local q, max, rows = string.sub(KEYS[1], 1, -8), tonumber(ARGV[1]), tonumber(ARGV[9])
local time, inline, budget, match, texts = now(), tonumber(ARGV[4]), tonumber(ARGV[5]), selector(ARGV[6])
local c = {q = q, most = tonumber(ARGV[3]), inline = inline, deadline = time + ARGV[2], bytes = 0}
c.ghosts, c.dead, c.jobs, c.active = {}, {}, {}, {}
local score, last, undecided, chosen, read = ARGV[7], ARGV[8], {}, {}, 0
if stopped(q, ARGV[10], ARGV[11]) then
  return {-1, 0, c.deadline, c.ghosts, c.dead, c.jobs, score, last, undecided}
end
local unfit = fit_queue(q, true)
if unfit then
  return unfit
end
local due = due_in(q, time)
if due == 0 then
  wake(q, (promote_due(q, time, 100)))
  due = due_in(q, time)
end
local from = last == '' and 0 or rank_after(KEYS[1], score, last)
local reach, looked, more = texts and 4 * rows or rows, 0, 0
local members = redis.call('ZRANGE', KEYS[1], from, from + reach, 'WITHSCORES')
for i = 1, #members, 2 do
  if i > 2 * reach or looked == rows or #chosen == max or read >= budget then
    more = 1
    break
  end
  local id = members[i]
  last, score = id, members[i + 1]
  local verdict, payload, bytes, decoded = decide_job(q, id, match, inline, texts)
  read, looked = read + bytes, looked + (decoded and 1 or 0)
  if verdict == 'undecided' then
    undecided[#undecided + 1], undecided[#undecided + 2] = id, payload
  elseif verdict then
    chosen[#chosen + 1] = id -- one without a row too: lease says so
  end
end
variadic(chosen, 'ZREM', KEYS[1])
for _, id in ipairs(chosen) do
  lease(c, id)
end
variadic(c.active, 'ZADD', q .. 'active')
remember_claim(q, c.jobs, ARGV[10], ARGV[11], ARGV[12])
return {due, more, c.deadline, c.ghosts, c.dead, c.jobs, score, last, undecided,
  redis.call('EXISTS', q .. 'ring', q .. 'jms:held:' .. (ARGV[13] or ''))}
