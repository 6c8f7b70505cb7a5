-- @use forget
-- @use lane-left
-- @use lane-shrunk
-- @use variadic
-- Completes what settle_check has passed; one variadic command for each thousand jobs. Dead letters
-- were counted as failed, and are not counted as completed.
local function settle_apply(plan)
  local q, ids = plan.q, plan.ids
  if plan.dead and #plan.dead > 0 then
    variadic(plan.dead, 'ZREM', q .. 'dead')
    variadic(plan.dead, 'ZREM', q .. 'jms:dead')
    forget(q, plan.dead)
  end
  if #ids == 0 then
    return
  end
  if variadic(ids, 'ZREM', q .. 'active') < #ids then
    variadic(ids, 'ZREM', q .. 'pending')
  end
  for _, lane in ipairs(plan.lanes) do
    if lane.active then
      lane_left(q, lane.group)
    else
      redis.call('ZREM', q .. 'g:' .. lane.group .. ':pending', lane.id)
      lane_shrunk(q, lane.group)
    end
  end
  local done = forget(q, ids, plan.rows)
  redis.pcall('HINCRBY', q .. 'metrics:completed', 'count', done) -- no counter fails what was carried out
end
