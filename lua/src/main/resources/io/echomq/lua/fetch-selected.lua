-- Purpose: leases up to `max` jobs that a message selector matches, in the order of consumption.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 max, 2 lease ms, 3 most deliveries (0 no limit), 4 payloads above this many bytes are not
--   read here, 5 stop once this many bytes were read, 6 the selector's program, 7 and 8 score and id to
--   go on after ("" and "": from the beginning), 9 most jobs looked at (1 to 1000); four times as many when
--   the program tells texts that rule out most of them at sight; 10 to 12 optionally slot, sequence and
--   ms, as 7 to 9 of fetch-jobs; 13 the session that asks ("" none); 14 a name of the selector, under which
--   others may have noted blocks without a match ("": all jobs are looked at), 15 "1": note more of them.
-- Returns: the six values of fetch-jobs (the second: 1 when the scan ended before the queue did); then
--   score and id to go on after; then {id, payload or length, ...} of jobs that cannot be decided here
--   and were left where they are: decide, then claim-jobs; then above 0 when lanes are there (fetch-lanes).
-- Errors: WRONGTYPE; ERR (a program of another version).
-- Complexity: O(r log m) for r jobs and blocks looked at. Clears no wake token that a job is there for.
-- @use due-in
-- @use fit-queue
-- @use lease
-- @use now
-- @use note-block
-- @use promote-due
-- @use rank-after
-- @use remember-claim
-- @use scan-flat
-- @use selector
-- @use spare-tokens
-- @use stopped
-- @use variadic
-- @use wake
local q, time = string.sub(KEYS[1], 1, -8), now()
local c = {q = q, most = tonumber(ARGV[3]), inline = tonumber(ARGV[4]), deadline = time + ARGV[2], bytes = 0}
c.ghosts, c.dead, c.jobs, c.active = {}, {}, {}, {}
if stopped(q, ARGV[10], ARGV[11]) then
  return {-1, 0, c.deadline, c.ghosts, c.dead, c.jobs, ARGV[7], ARGV[8], {}}
end
local due, lanes = due_in(q, time), q .. 'jms:held:' .. (ARGV[13] or '')
local function unfit()
  -- what lanes need is asked for where there are any
  local some = redis.call('EXISTS', q .. 'ring', q .. 'gactive', q .. 'glimit', q .. 'paused', q .. 'gweight',
    q .. 'jms:holder', q .. 'jms:lanes', q .. 'jms:turns', q .. 'jms:waits', q .. 'schedule', lanes)
  return fit_queue(q, some > 0)
end
local wrong = due == 0 and unfit()
if wrong then
  return wrong
end
if due == 0 then
  wake(q, (promote_due(q, time, 100)))
  due = due_in(q, time)
end
local s = {q = q, max = tonumber(ARGV[1]), inline = c.inline, budget = tonumber(ARGV[5])}
s.rows, s.score, s.last, s.name = tonumber(ARGV[9]), ARGV[7], ARGV[8], ARGV[14] or ''
s.match, s.texts, s.by_id = selector(ARGV[6])
scan_flat(s, s.last == '' and 0 or rank_after(KEYS[1], s.score, s.last))
wrong = s.chosen[1] and unfit()
if wrong then
  return wrong
end
variadic(s.chosen, 'ZREM', KEYS[1])
for _, id in ipairs(s.chosen) do
  lease(c, id, s.bodies[id])
end
variadic(c.active, 'ZADD', q .. 'active')
local ring = redis.call('EXISTS', q .. 'ring', lanes)
if s.chosen[1] and due < 0 and ring == 0 then
  spare_tokens(q)
end
remember_claim(q, c.jobs, ARGV[10], ARGV[11], ARGV[12])
for _, run in ipairs(ARGV[15] == '1' and s.runs or {}) do
  note_block(q, q .. 'jms:passed:' .. s.name, run.first, run.last, run.count, '', 600000)
end
return {due, s.more, c.deadline, c.ghosts, c.dead, c.jobs, s.score, s.last, s.undecided, ring}
