-- Purpose: second phase: rolls a prepared branch back, once, from any process.
-- KEYS (1+): 1 the branch's record, emq:{_jms}:jms:branch:<id>; 2 the index, emq:{_jms}:jms:branches;
--   then the keys that the record's field `keys` lists.
-- ARGV: 1 id of the branch, 2 ms that the outcome is remembered, 3 "heuristic" when it is not the
--   coordinator's decision, else "".
-- Returns: "rollback" (now or at an earlier call), "commit" (it was committed), "none" (no such branch),
--   or "heuristic commit", "heuristic rollback", "heuristic mixed": kept until it is forgotten.
-- Errors: WRONGTYPE; the branch stays prepared.
-- Complexity: O(n log m). An acknowledged job that an operator removed cannot come back: mixed.
-- @use branch-close
-- @use branch-give-back
-- @use branch-open
-- @use branch-reserve
-- @use branch-return
-- @use branch-types
-- @use unsize
-- @use variadic
local plan, answer = branch_open()
if not plan then
  return answer
end
for _, part in ipairs(plan.queues) do
  local wrong = branch_types(part.q, #part.acks > 0, #part.sends > 0)
  if wrong then
    return wrong
  end
end
local missed = 0
for _, part in ipairs(plan.queues) do
  local rows, ids = {}, {}
  branch_reserve(part.q, -(part.bounded or 0))
  for i, send in ipairs(part.sends) do
    ids[i] = send[1]
    local row = part.q .. 'job:' .. send[1]
    rows[#rows + 1] = redis.call('HGET', row, 'state') == 'scheduled' and row or nil
  end
  variadic(rows, 'DEL')
  unsize(part.q, ids)
  missed = missed + branch_return(part.q, part.acks)
end
for _, stream in ipairs(plan.streams) do
  missed = missed + branch_give_back(stream.stream, stream.acks)
end
return branch_close(KEYS[2], 'rollback', missed)
