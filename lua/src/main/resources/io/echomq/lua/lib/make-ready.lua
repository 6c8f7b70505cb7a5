-- @use lane-added
-- @use lane-join
-- @use lane-left
-- @use variadic
-- Moves jobs that were taken out of a set back to where they can be claimed, at the score of their
-- priority. `from` is the state they must be in: members without a row, or with a row in another
-- state, are ghosts and go nowhere. Returns how many became ready in the flat set (to be woken for
-- by the caller) and in lanes (woken for here).
local function make_ready(q, ids, from)
  local flat, kept, lanes = {}, {}, 0
  for _, id in ipairs(ids) do
    local row = redis.pcall('HMGET', q .. 'job:' .. id, 'state', 'group')
    if row[1] == from or row[1] == 'pending' then
      if row[1] == from then
        redis.call('HSET', q .. 'job:' .. id, 'state', 'pending')
        if from == 'dead' then
          redis.pcall('HDEL', q .. 'jms:died', id)
        end
      end
      if row[2] then
        redis.call('ZADD', q .. 'g:' .. row[2] .. ':pending', 0, id)
        if from == 'active' or redis.call('HDEL', q .. 'jms:waits', id) == 1 then
          lane_left(q, row[2], true)
        else
          if string.sub(row[2], 1, 3) == 'GRP' then
            lane_join(q, row[2])
          end
          lane_added(q, row[2])
        end
        lanes = lanes + 1
      else
        kept[#kept + 1] = id
      end
    end
  end
  if #kept > 0 then
    local scores = redis.pcall('HMGET', q .. 'jms:prio', unpack(kept))
    for i, id in ipairs(kept) do
      flat[2 * i - 1], flat[2 * i] = scores[i] or 0, id
    end
    variadic(flat, 'ZADD', q .. 'pending')
  end
  return #kept, lanes
end
