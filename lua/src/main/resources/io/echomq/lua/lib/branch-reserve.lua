-- Counts prepared jobs against the bounds of their queue (`count` of them), or takes them off again when
-- they are decided (below zero). Their bytes stand in jms:sizes meanwhile.
local function branch_reserve(q, count)
  if count ~= 0 and redis.call('INCRBY', q .. 'jms:prepared', count) < 1 then
    redis.call('DEL', q .. 'jms:prepared')
  end
end
