-- Purpose: stores jobs in one queue, in order, exactly once over reconnects (hard cases, 1).
-- KEYS (1+): 1 emq:{q}:pending, from which all keys of the queue are derived; 2 (optional) a key that
--   must exist. A temporary queue (_tmp.) needs its emq:{q}:jms:owner without being told.
-- ARGV: 1 channel ("" none: nothing is remembered), 2 sequence within the channel and queue, and behind
--   a colon the one without which it must not be applied, 3 ms to remember it; then for each job seven:
--   id, form ("v": the payload follows; "s": the body stands in
--   emq:{q}:jms:stage:<id>, field payload; behind it optionally five words: deduplication window in ms (0
--   none), its id ("-" none), most jobs, most bytes (0 no bound), "refuse" or "drop" the oldest when full),
--   payload ("" with "s"), score (4 - priority), run-at (server ms; 0 or past: now), expires-at (server
--   ms; 0 never), group ("" or the lane). For one job with nothing special the short form, two: id, payload;
--   there "" for ms keeps the memory's expiry. For several of them "p", then two for each. Behind several
--   optionally their block, see block_skip: first id, last id, header lines with a newline before each; then
--   all have score 0, no run-at and no group.
-- Returns: 0 when all are stored; else indexes (from 1) of jobs that were not because their id exists, and
--   below zero of those that found the queue full. A sequence not above the last one applied changes
--   nothing and answers what was answered then. A job whose deduplication id is known stores nothing and
--   is no failure.
-- Errors: EMQKIND (not a JOB id), EMQGONE (key 2 or the owner is missing), EMQSTATE (no staged body),
--   EMQORDER (what must come before was not applied), WRONGTYPE; nothing is stored then, and the jobs come
--   again with a new sequence: this one may be passed by then.
-- Complexity: O(n log m) for n jobs, those that make room for them counted, and m members; 1000 jobs a call
--   at most; no body is read when staged.
-- @use send-one
local q = string.sub(KEYS[1], 1, -8)
if #ARGV == 5 then
  if send_one(q) then
    return 0
  end
  if ARGV[3] == '' then
    ARGV[3] = '3600000'
  end
  for i, value in ipairs({'v', ARGV[5], '0', '0', '0', ''}) do
    ARGV[4 + i] = value
  end
end
-- @use send-check
-- @use send-apply
local memory, sequence, after = q .. 'jms:sent:' .. ARGV[1], string.match(ARGV[2], '^(%d+):?(%d*)$')
local earlier = ''
if ARGV[1] ~= '' then
  -- "<last sequence>" and, for each earlier call that met duplicates, ";<sequence>:<index>,<index>"
  local known = redis.call('GET', memory)
  local last, notes = string.match(known or '0', '^(%d+)(.*)$')
  if tonumber(last) >= tonumber(sequence) then
    local answer = {}
    for index in string.gmatch(string.match(notes, ';' .. sequence .. ':([-%d,]+)') or '', '-?%d+') do
      answer[#answer + 1] = tonumber(index)
    end
    return answer[1] and answer or 0
  elseif after ~= '' and tonumber(last) < tonumber(after) then
    return redis.error_reply('EMQORDER ' .. after .. ' was not applied, which comes before ' .. sequence)
  end
  earlier = #notes > 4096 and (string.match(notes, ';.*', -2048) or '') or notes
end
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 0 then
  return redis.error_reply('EMQGONE ' .. KEYS[2] .. ' is gone and its queue with it')
end
local plain = ARGV[4] == 'p'
local first, step = plain and 5 or 4, plain and 2 or 7
local wrong, plan = send_check(q, first, math.floor((#ARGV - first + 1) / step), plain)
if wrong then
  return wrong
end
plan.block = (#ARGV - first + 1) % step == 1 and ARGV[#ARGV]
plan.alone = not (plan.lanes or plan.delayed or plan.asks)
send_apply(plan)
local answer = {}
for i = 1, plan.count do
  if plan.taken[i] or plan.full[i] then
    answer[#answer + 1] = plan.full[i] and -i or i
  end
end
if ARGV[1] ~= '' then
  if #answer > 0 then
    earlier = earlier .. ';' .. sequence .. ':' .. table.concat(answer, ',')
  end
  redis.call('SET', memory, sequence .. earlier, 'PX', ARGV[3])
end
return answer[1] and answer or 0
