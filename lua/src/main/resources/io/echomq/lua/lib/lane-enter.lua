-- @use wake
-- Puts a lane that can be served now, and could not before, into the ring, with a token. A long ring
-- is not searched: a lane that stands in it twice is found out at its turn (lane_next), and a million
-- lanes must not cost each other anything.
local function lane_enter(q, group)
  if redis.call('LLEN', q .. 'ring') > 64 or not redis.call('LPOS', q .. 'ring', group) then
    redis.call('RPUSH', q .. 'ring', group)
    wake(q, 1)
  end
end
