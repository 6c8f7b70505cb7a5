-- A server out of memory refuses a script whose first write may grow (ZADD, HSET, LMOVE); after any
-- other write it lets the rest through. Leases must go on and messages must drain just then, so this
-- writes first what changes nothing.
local function survive_oom(q)
  redis.call('PERSIST', q .. 'active')
end
