-- Purpose: applies a transaction over any number of queues and streams, whole or not at all.
-- KEYS (1+): 1 the session's memory, emq:{_jms}:jms:unit:<session>; then emq:{q}:pending of each queue;
--   then each stream.
-- ARGV: 1 number of the unit (up from 1), 2 ms that the memory lives unless renewed, 3 how many queues;
--   then for each queue: count of acks, count of sends (behind a blank optionally their block, as in
--   send-jobs), id and token for each ack, seven values for each send as in send-jobs (or "p" before their
--   count, and id and payload for each); then for each stream: count of records, and these as in
--   append-records; count of groups, and for each its name, the consumer, count of acks, their positions.
-- Returns: final EVT ids of the records, in order; a repeat of the last number answers the same again.
-- Errors: EMQSTALE <id> <id>... (leases that are lost or rows that are gone), EMQDUP <id>... (ids of
--   sends that exist: mint others and repeat), EMQSTATE (a number below the last; no staged body),
--   EMQFULL (a bounded queue), EMQGONE (a temporary queue's owner), EMQKIND, WRONGTYPE. Nothing is
--   applied then, and the number may be used again.
-- Complexity: O(n log m); grouped per queue. All that can fail is checked first (hard cases, 13).
-- @use acknowledge
-- @use append-apply
-- @use append-check
-- @use check-types
-- @use send-apply
-- @use send-check
-- @use settle-apply
-- @use settle-check
-- @use stream-acks
local last, outcome = string.match(redis.call('GET', KEYS[1]) or '0', '^(%d+) ?(.*)$')
local answer = {}
if tonumber(last) > tonumber(ARGV[1]) then
  return redis.error_reply('EMQSTATE unit ' .. ARGV[1] .. ' comes after unit ' .. last)
elseif last == ARGV[1] then
  for id in string.gmatch(outcome, '%S+') do answer[#answer + 1] = id end
  return answer
end
local at, queues, acks, sends, streams, lost, taken, full = 4, tonumber(ARGV[3]), {}, {}, {}, {}, {}
local settled = {'active', 'zset', 'pending', 'zset', 'metrics:completed', 'hash', 'jms:prio', 'hash',
  'jms:expiry', 'zset', 'wake', 'list', 'dead', 'zset', 'jms:dead', 'zset', 'ring', 'list', 'gactive', 'hash'}
for i = 2, #KEYS do
  local wrong
  if i <= queues + 1 then
    local q, ack_count = string.sub(KEYS[i], 1, -8), tonumber(ARGV[at])
    local plain, send_count, block = string.match(ARGV[at + 1], '^(p?)(%d+) ?(.*)$')
    plain, send_count = plain == 'p', tonumber(send_count)
    at, wrong = at + 2, ack_count > 0 and check_types(q, settled)
    if wrong then return wrong end
    local plan, stale, gone = settle_check(q, at, ack_count)
    acks[#acks + 1], at = plan, at + 2 * ack_count
    for _, id in ipairs(stale) do lost[#lost + 1] = id end
    for _, id in ipairs(gone) do lost[#lost + 1] = id end
    wrong, plan = send_check(q, at, send_count, plain)
    if wrong then return wrong end
    plan.block, sends[#sends + 1] = block ~= '' and block, plan
    for n = 1, send_count do
      taken[#taken + 1] = plan.taken[n] and ARGV[at + plan.step * (n - 1)] or nil
      full = full or plan.full[n] and q
    end
    at = at + plan.step * send_count
  else
    local plan
    wrong, plan, at = append_check(KEYS[i], at, true)
    streams[#streams + 1] = plan
    if not wrong then plan.acks, at = stream_acks(KEYS[i], at, lost) end
  end
  if wrong then return wrong end
end
if #lost > 0 or #taken > 0 then
  local class = #lost > 0 and 'EMQSTALE ' or 'EMQDUP '
  return redis.error_reply(class .. table.concat(#lost > 0 and lost or taken, ' '))
end
if full then
  return redis.error_reply('EMQFULL ' .. full .. ' is full')
end
for _, plan in ipairs(acks) do settle_apply(plan) end
for _, plan in ipairs(sends) do send_apply(plan) end
for _, plan in ipairs(streams) do
  for _, acks in ipairs(plan.acks) do
    acknowledge(plan.stream, acks.group, acks.positions)
  end
  append_apply(plan, answer)
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. table.concat(answer, ' '), 'PX', ARGV[2])
return answer
