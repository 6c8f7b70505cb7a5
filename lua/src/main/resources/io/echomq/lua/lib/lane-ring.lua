-- @use wake
-- Puts a lane into the ring, with a token, when it can be served (not empty, not paused, below its
-- limit), and takes it out when not.
local function lane_ring(q, group)
  local servable = redis.call('ZCARD', q .. 'g:' .. group .. ':pending') > 0
    and redis.call('SISMEMBER', q .. 'paused', group) == 0
  if servable then
    local limit = tonumber(redis.call('HGET', q .. 'glimit', group) or nil)
    local held = tonumber(redis.call('HGET', q .. 'gactive', group) or nil) or 0
    servable = not limit or limit < 1 or held < limit
  end
  if not servable then
    redis.call('LREM', q .. 'ring', 0, group)
  elseif not redis.call('LPOS', q .. 'ring', group) then
    redis.call('RPUSH', q .. 'ring', group)
    wake(q, 1)
  end
end
