-- @use forget
-- @use lane-left
-- @use lane-ring
-- @use lane-shrunk
-- @use variadic
-- Takes up to `batch` jobs whose expiry came before or at `at` out of where they wait, and deletes
-- them, or with `lease` above 0 leases them for that many ms. Active jobs are their holder's and are
-- looked at again 5 s later; dead letters do not expire (hard cases, 20).
-- Returns the ids deleted, then id and token by turns of those leased.
local function expire_due(q, at, batch, lease)
  local ids = redis.pcall('ZRANGEBYSCORE', q .. 'jms:expiry', '-inf', at, 'LIMIT', 0, batch) -- or an error
  local deleted, leased, drop = {}, {}, {}
  for _, id in ipairs(ids) do
    local row = redis.pcall('HMGET', q .. 'job:' .. id, 'state', 'group', 'attempts')
    if row[1] == 'active' then
      redis.call('ZADD', q .. 'jms:expiry', 'XX', at + 5000, id)
    elseif row[1] == 'pending' or row[1] == 'scheduled' then
      if row[1] == 'scheduled' then
        redis.call('ZREM', q .. 'schedule', id)
        if row[2] and redis.call('HDEL', q .. 'jms:waits', id) == 1 then
          lane_left(q, row[2])
        end
      elseif redis.call('ZREM', q .. 'pending', id) == 0 and row[2] then
        redis.call('ZREM', q .. 'g:' .. row[2] .. ':pending', id)
        lane_shrunk(q, row[2])
      end
      if lease > 0 then
        local token = (tonumber(row[3] or 0) or 0) + 1
        redis.call('HSET', q .. 'job:' .. id, 'state', 'active', 'attempts', token)
        redis.call('ZADD', q .. 'active', at + lease, id)
        if row[2] then
          redis.call('HINCRBY', q .. 'gactive', row[2], 1)
          lane_ring(q, row[2])
        end
        leased[#leased + 1], leased[#leased + 2] = id, token
      else
        deleted[#deleted + 1] = id
      end
    else
      drop[#drop + 1] = id
    end
  end
  variadic(drop, 'ZREM', q .. 'jms:expiry')
  forget(q, deleted)
  return deleted, leased
end
