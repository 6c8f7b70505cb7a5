-- @use wake
-- Puts a lane that can be served now, and could not before, into the ring, with a token: first when it
-- has turns left in this round, else last. A long ring is not searched: a lane that stands in it twice
-- is found out at its turn (lane_next), and a million lanes must not cost each other anything.
local function lane_enter(q, group)
  if redis.call('LLEN', q .. 'ring') > 64 or not redis.call('LPOS', q .. 'ring', group) then
    local first = redis.call('HEXISTS', q .. 'jms:turns', group) == 1
    redis.call(first and 'LPUSH' or 'RPUSH', q .. 'ring', group)
    wake(q, 1)
  end
end
