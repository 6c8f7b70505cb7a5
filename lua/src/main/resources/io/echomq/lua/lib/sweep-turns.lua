-- @use lane-weight
-- Forgets the turns of lanes that have no weight any more, or nothing that waits: other runtimes empty
-- and weigh lanes too. Up to `most`, drawn at random.
local function sweep_turns(q, most)
  for _, group in ipairs(redis.call('HRANDFIELD', q .. 'jms:turns', most)) do
    if lane_weight(q, group) == 1 or redis.call('EXISTS', q .. 'g:' .. group .. ':pending') == 0 then
      redis.call('HDEL', q .. 'jms:turns', group)
    end
  end
end
