-- Ends the branch KEYS[1]. What was decided by its coordinator and done whole is remembered for a
-- while; anything else is a heuristic outcome and stays until the coordinator forgets it. Returns the
-- script's answer.
local function branch_close(index, outcome, missed)
  if missed == 0 and ARGV[3] == '' then
    redis.call('DEL', KEYS[1])
    redis.call('ZREM', index, ARGV[1])
    redis.call('SET', KEYS[1] .. ':done', outcome, 'PX', ARGV[2])
    return outcome
  end
  outcome = missed > 0 and 'mixed' or outcome
  redis.call('HDEL', KEYS[1], 'plan')
  redis.call('HSET', KEYS[1], 'heuristic', outcome)
  return 'heuristic ' .. outcome
end
