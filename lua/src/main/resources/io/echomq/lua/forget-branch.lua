-- Purpose: forgets a branch that was decided heuristically.
-- KEYS (1+): 1 the branch's record, emq:{_jms}:jms:branch:<id>; 2 the index, emq:{_jms}:jms:branches.
-- ARGV: 1 id of the branch.
-- Returns: 1 forgotten; 0 there is no such branch.
-- Errors: EMQSTATE (it is prepared and not decided: commit it or roll it back).
-- Complexity: O(log m).
if redis.call('EXISTS', KEYS[1]) == 0 then
  return redis.call('ZREM', KEYS[2], ARGV[1])
elseif redis.call('HEXISTS', KEYS[1], 'heuristic') == 0 then
  return redis.error_reply('EMQSTATE branch ' .. ARGV[1] .. ' is prepared and not decided')
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
