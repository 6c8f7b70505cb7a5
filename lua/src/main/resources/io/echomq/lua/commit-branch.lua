-- Purpose: second phase: commits a prepared branch, once, from any process.
-- KEYS (1+): 1 the branch's record, emq:{_jms}:jms:branch:<id>; 2 the index, emq:{_jms}:jms:branches;
--   then the keys that the record's field `keys` lists.
-- ARGV: 1 id of the branch, 2 ms that the outcome is remembered, 3 "heuristic" when it is not the
--   coordinator's decision, else "".
-- Returns: "commit" (now or at an earlier call), "rollback" (it was rolled back), "none" (no such
--   branch), or "heuristic commit", "heuristic rollback", "heuristic mixed": kept until it is forgotten.
-- Errors: WRONGTYPE; the branch stays prepared.
-- Complexity: O(n log m). An acknowledged job that an operator removed counts as acknowledged; a job to be
--   sent that is gone, or an acknowledged one that is somebody else's by now, makes the outcome mixed.
-- @use acknowledge
-- @use append-apply
-- @use append-plan
-- @use branch-close
-- @use branch-drop
-- @use branch-open
-- @use branch-reserve
-- @use branch-send
-- @use branch-types
-- @use settle-apply
local plan, answer = branch_open()
if not plan then
  return answer
end
local streams = {}
for _, part in ipairs(plan.queues) do
  local wrong = branch_types(part.q, #part.acks > 0, #part.sends > 0)
  if wrong then
    return wrong
  end
end
for i, stream in ipairs(plan.streams) do
  local wrong
  wrong, streams[i] = append_plan(stream)
  if wrong then
    return wrong
  end
end
local missed = 0
for _, part in ipairs(plan.queues) do
  local settled = {q = part.q, ids = {}, lanes = {}, dead = {}}
  for _, ack in ipairs(part.acks) do
    local row = redis.call('HMGET', part.q .. 'job:' .. ack[1], 'attempts', 'state', 'group')
    if row[1] == ack[2] and row[2] == 'dead' then
      settled.dead[#settled.dead + 1] = ack[1]
    elseif row[1] == ack[2] and row[2] == 'active' then
      settled.ids[#settled.ids + 1] = ack[1]
      settled.lanes[#settled.lanes + 1] = row[3] and {id = ack[1], group = row[3], active = true} or nil
    elseif row[1] then
      missed = missed + 1
    end
  end
  settle_apply(settled)
  branch_reserve(part.q, -(part.bounded or 0))
  missed = missed + branch_send(part.q, part.sends)
  branch_drop(part.q, part.sends)
end
for i, stream in ipairs(streams) do
  for _, group in ipairs(plan.streams[i].acks) do
    acknowledge(stream.stream, group.group, group.positions)
  end
  append_apply(stream, {})
end
return branch_close(KEYS[2], 'commit', missed)
