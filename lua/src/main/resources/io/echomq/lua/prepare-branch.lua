-- Purpose: first phase of a distributed transaction: stores a branch so that only its coordinator's word
--   decides it, whoever dies meanwhile (hard cases, 6 and 15).
-- KEYS (1+): 1 the branch's record, emq:{_jms}:jms:branch:<id>; 2 the index, emq:{_jms}:jms:branches;
--   then emq:{q}:pending of each queue; then each stream.
-- ARGV: 1 id of the branch, 2 how many queues; then for each queue: count of acks, count of sends, id and
--   token for each ack, for each ack the ms after which it comes again when the branch is rolled back
--   (0 at once; -1 to the morgue), seven values for each send as in send-jobs; then for each stream as
--   in commit-unit, and the ms of its way back for each position that is acknowledged.
-- Returns: 1 prepared now; 0 it was already: a repeat after a lost reply.
-- Errors: EMQSTALE <id> <id>... (leases that are lost, rows that are gone or in another branch), EMQDUP
--   <id>... (ids of sends that exist: mint others and repeat), EMQSTATE (decided already; no staged body),
--   EMQFULL (a bounded queue),
--   EMQGONE (a temporary queue's owner), EMQKIND, WRONGTYPE. Nothing is changed then.
-- Complexity: O(n log m). Acknowledged jobs are pinned: score +inf, so that no reap takes them, and a new
--   token, so that no late call of their holder touches them; `returned` keeps the delivery count. Jobs to
--   be sent become rows that are in no set: no verb sees them.
-- @use append-check
-- @use branch-keep
-- @use branch-records
-- @use branch-types
-- @use branch-ways
-- @use now
-- @use send-check
-- @use settle-check
-- @use stream-acks
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
elseif redis.call('EXISTS', KEYS[1] .. ':done') == 1 then
  return redis.error_reply('EMQSTATE branch ' .. ARGV[1] .. ' is decided already')
end
local kind = redis.call('TYPE', KEYS[2]).ok
if kind ~= 'none' and kind ~= 'zset' then
  return redis.error_reply('WRONGTYPE ' .. KEYS[2] .. ' is a ' .. kind .. ', not a zset')
end
local at, last, parts, streams, lost, taken, full = 3, tonumber(ARGV[2]) + 2, {}, {}, {}, {}
for i = 3, #KEYS do
  local wrong
  if i <= last then
    local q, acks, sends = string.sub(KEYS[i], 1, -8), tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    wrong = branch_types(q, acks > 0, sends > 0)
    if wrong then
      return wrong
    end
    local _, stale, gone = settle_check(q, at + 2, acks)
    for _, id in ipairs(stale) do lost[#lost + 1] = id end
    for _, id in ipairs(gone) do lost[#lost + 1] = id end
    local part = {q = q, acks_at = at + 2, ack_count = acks, sends_at = at + 2 + 3 * acks}
    wrong, part.sent = send_check(q, part.sends_at, sends)
    for n = 1, wrong and 0 or sends do
      taken[#taken + 1] = part.sent.taken[n] and ARGV[part.sends_at + 7 * (n - 1)] or nil
      full = full or part.sent.full[n] and q
    end
    parts[#parts + 1], at = part, part.sends_at + 7 * sends
  else
    local plan
    wrong, plan, at = append_check(KEYS[i], at, true)
    if not wrong then
      plan.acks, at = stream_acks(KEYS[i], at, lost)
      streams[#streams + 1], at = plan, branch_ways(plan.acks, at)
    end
  end
  if wrong then
    return wrong
  end
end
if #lost > 0 or #taken > 0 then
  local class = #lost > 0 and 'EMQSTALE ' or 'EMQDUP '
  return redis.error_reply(class .. table.concat(#lost > 0 and lost or taken, ' '))
end
if full then
  return redis.error_reply('EMQFULL ' .. full .. ' is full')
end
local plan = {queues = {}, streams = {}}
for i, part in ipairs(parts) do plan.queues[i] = branch_keep(part) end
for i, stream in ipairs(streams) do plan.streams[i] = branch_records(stream) end
redis.call('HSET', KEYS[1], 'at', now(), 'keys', table.concat(KEYS, ' ', 3), 'plan', cmsgpack.pack(plan))
redis.call('ZADD', KEYS[2], now(), ARGV[1])
return 1
