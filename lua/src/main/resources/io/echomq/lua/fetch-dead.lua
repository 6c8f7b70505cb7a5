-- Purpose: leases dead letters of a queue (the view q/dead), all or those that a selector matches.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 max, 2 lease ms, 3 payloads above this many bytes are answered as their length, 4 stop once
--   this many bytes were read, 5 the selector's program ("" none), 6 and 7 score and id to go on after
--   ("" and "": from the beginning), 8 most members looked at (1 to 1000), 9 to 11 slot ("" none),
--   sequence and ms, as 7 to 9 of fetch-jobs; then optionally ids: only these, whatever the selector.
-- Returns: the nine values of fetch-selected; due is always -1, the list of dead always empty.
-- Errors: WRONGTYPE; ERR (a program of another version).
-- Complexity: O(r + log m) for r members looked at. Settle with complete-jobs, release-jobs, extend-jobs
--   and commit-unit; a pause of the queue does not matter.
-- @use header-line
-- @use lease-dead
-- @use now
-- @use rank-after
-- @use remember-claim
-- @use revoked
-- @use selector
local q, max, rows = string.sub(KEYS[1], 1, -8), tonumber(ARGV[1]), tonumber(ARGV[8])
local match, time, budget = ARGV[5] ~= '' and selector(ARGV[5]), now(), tonumber(ARGV[4])
local c = {q = q, inline = tonumber(ARGV[3]), deadline = time + ARGV[2], ghosts = {}, jobs = {}, bytes = 0}
local score, last, undecided, read, more = ARGV[6], ARGV[7], {}, 0, 0
if revoked(q, ARGV[9], ARGV[10]) then
  return {-1, 0, c.deadline, {}, {}, {}, score, last, {}}
end
local function free(id)
  local held = redis.call('ZSCORE', q .. 'jms:dead', id)
  return not held or tonumber(held) <= time
end
for i = 12, #ARGV do
  if free(ARGV[i]) and redis.call('ZSCORE', q .. 'dead', ARGV[i]) then
    lease_dead(c, ARGV[i])
  end
end
local members = {}
if #ARGV == 11 then
  local from = last == '' and 0 or rank_after(q .. 'dead', score, last)
  members = redis.call('ZRANGE', q .. 'dead', from, from + rows, 'WITHSCORES')
end
for i = 1, #members, 2 do
  if i > 2 * rows or #c.jobs == 4 * max or read >= budget or c.bytes >= budget then
    more = 1
    break
  end
  local id, verdict = members[i], true
  last, score = id, members[i + 1]
  if free(id) then
    if match then
      local length = redis.pcall('HSTRLEN', q .. 'job:' .. id, 'payload')
      local payload, decided = length, true
      verdict = 'undecided'
      if type(length) == 'table' then
        verdict = true -- no row at all: lease_dead says so
      elseif length <= c.inline then
        payload, read = redis.call('HGET', q .. 'job:' .. id, 'payload') or '', read + length
        decided, verdict = pcall(match, header_line(payload), id)
      end
      if not decided or verdict == 'undecided' then
        undecided[#undecided + 1], undecided[#undecided + 2] = id, payload
        verdict = false
      end
    end
    if verdict then
      lease_dead(c, id)
    end
  end
end
remember_claim(q, c.jobs, ARGV[9], ARGV[10], ARGV[11])
return {-1, more, c.deadline, c.ghosts, {}, c.jobs, score, last, undecided}
