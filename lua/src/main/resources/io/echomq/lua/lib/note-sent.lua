-- @use note-block
-- Notes the block that the sender tells of in plan.block, when all of its jobs were stored: `stored`.
local function note_sent(plan, stored)
  if plan.block and stored == plan.count then
    local first, last = string.sub(plan.block, 1, 14), string.sub(plan.block, 15, 28)
    local lines = string.sub(plan.block, 29)
    note_block(plan.q, plan.q .. 'jms:blocks', first, last, stored, lines, 86400000)
  end
end
