-- Purpose: appends records to one stream, in order, exactly once over reconnects (wire contract, "The Bus").
-- KEYS (1): 1 emq:{q}:stream:<name>; the channel's memory is derived from it. A temporary topic (_tmp.)
--   needs its emq:{q}:jms:owner.
-- ARGV: 1 channel ("" none: nothing is remembered), 2 sequence within the channel and stream, and behind
--   a colon the one without which it must not be applied, 3 ms to remember it, 4 count; then for each
--   record: EVT id, position <unix ms>-<low 22 bits of the id> and, when it is to come later, @<server ms
--   at which it is due>; count of its fields, and each field's name and value (without `id`, which is put
--   first; `jms:by` of a raw record is kept beside it).
-- Returns: the final EVT ids; one whose position was not above the stream's top is minted anew, above
--   it, with the node of the candidate: raise the minter to it. A repeat of the last sequence answers
--   the same again, of an earlier one {}.
-- Errors: EMQGONE (no owner), EMQKIND (not an EVT id), EMQSTATE (position or count out of bounds),
--   EMQORDER (what must come before was not applied), WRONGTYPE; nothing is appended then, and the records
--   come again with a new sequence.
-- Complexity: O(n) for n records; 500 a call at most.
-- @use append-one
local q, name = string.match(KEYS[1], '^(emq:{[^}]*}:)stream:(.*)$')
local memory, answer = q .. 'jms:appended:' .. name .. ':' .. ARGV[1], {}
local sequence, after = string.match(ARGV[2], '^(%d+):?(%d*)$')
if ARGV[1] ~= '' then
  local last, ids = string.match(redis.call('GET', memory) or '0', '^(%d+) ?(.*)$')
  if tonumber(last) >= tonumber(sequence) then
    for id in string.gmatch(last == sequence and ids or '', '%S+') do
      answer[#answer + 1] = id
    end
    return answer
  elseif after ~= '' and tonumber(last) < tonumber(after) then
    return redis.error_reply('EMQORDER ' .. after .. ' was not applied, which comes before ' .. sequence)
  end
end
if append_one(KEYS[1], 4) then
  if ARGV[1] ~= '' then
    redis.call('SET', memory, sequence .. ' ' .. ARGV[5], 'PX', ARGV[3])
  end
  return {ARGV[5]}
end
-- @use append-check
-- @use append-apply
local wrong, plan = append_check(KEYS[1], 4, false)
wrong = wrong or append_apply(plan, answer)
if wrong then
  return wrong
end
if ARGV[1] ~= '' then
  redis.call('SET', memory, sequence .. ' ' .. table.concat(answer, ' '), 'PX', ARGV[3])
end
return answer
