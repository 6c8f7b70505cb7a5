-- @use revoked
-- True when nothing may be leased: the queue is paused, or this fetch was given up by its client.
local function stopped(q, slot, sequence)
  return redis.call('HEXISTS', q .. 'meta', 'paused') == 1
    or revoked(q, slot, sequence)
end
