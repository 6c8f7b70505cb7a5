-- @use branch-reserve
-- @use lane-ring
-- @use variadic
-- Pins the acknowledged jobs of one queue and stores the jobs to be sent as rows in no set. `part`
-- names the places in ARGV, checked before. Returns what the record keeps of it: for each ack its id,
-- the branch's token and the ms of its way back; for each send id, score, run-at, expires-at, lane,
-- and what was asked for behind its form.
local function branch_keep(part)
  local q, kept, pinned, dead = part.q, {q = part.q, acks = {}, sends = {}}, {}, {}
  for i = 1, part.ack_count do
    local id = ARGV[part.acks_at + 2 * (i - 1)]
    local row = q .. 'job:' .. id
    local field = redis.call('HMGET', row, 'state', 'group')
    local token = redis.call('HINCRBY', row, 'attempts', 1)
    redis.call('HINCRBY', row, 'returned', 1)
    if field[1] == 'dead' then
      dead[#dead + 1], dead[#dead + 2] = '+inf', id
    else
      if field[1] == 'pending' then
        redis.call('HSET', row, 'state', 'active')
        if field[2] then
          redis.call('ZREM', q .. 'g:' .. field[2] .. ':pending', id)
          redis.call('HINCRBY', q .. 'gactive', field[2], 1)
          lane_ring(q, field[2])
        else
          redis.call('ZREM', q .. 'pending', id)
        end
      end
      pinned[#pinned + 1], pinned[#pinned + 2] = '+inf', id
    end
    kept.acks[i] = {id, tostring(token), tonumber(ARGV[part.acks_at + 2 * part.ack_count + i - 1])}
  end
  variadic(pinned, 'ZADD', q .. 'active')
  variadic(dead, 'ZADD', q .. 'jms:dead')
  for i = 1, part.sent.count do
    local o = part.sends_at + 7 * (i - 1)
    local row, group = q .. 'job:' .. ARGV[o], ARGV[o + 6]
    if string.sub(ARGV[o + 1], 1, 1) == 's' then
      redis.call('RENAME', q .. 'jms:stage:' .. ARGV[o], row)
      redis.call('PERSIST', row)
      redis.call('HSET', row, 'state', 'scheduled', 'attempts', '0')
    else
      redis.call('HSET', row, 'state', 'scheduled', 'attempts', '0', 'payload', ARGV[o + 2])
    end
    if group ~= '' then
      redis.call('HSET', row, 'group', group)
    end
    if part.sent.sized[i] then
      kept.bounded = (kept.bounded or 0) + 1
      redis.call('HSET', q .. 'jms:sizes', ARGV[o], part.sent.sized[i])
      redis.call('INCRBY', q .. 'jms:bytes', part.sent.sized[i])
    end
    kept.sends[i] = {ARGV[o], ARGV[o + 3], ARGV[o + 4], ARGV[o + 5], group, string.sub(ARGV[o + 1], 3)}
  end
  branch_reserve(q, kept.bounded or 0)
  return kept
end
