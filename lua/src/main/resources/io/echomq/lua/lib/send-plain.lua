-- @use note-sent
-- @use variadic
-- @use wake
-- Stores jobs that are nothing but an id and a payload, which send_check has passed.
local function send_plain(plan)
  local q, rows, taken, call, pending, n = plan.q, plan.rows, plan.taken, redis.call, {}, 0
  for i = 1, plan.count do
    if not taken[i] then
      local o = plan.at + 2 * (i - 1)
      call('HSET', rows[i], 'state', 'pending', 'attempts', '0', 'payload', ARGV[o + 1])
      pending[n + 1], pending[n + 2] = '0', ARGV[o]
      n = n + 2
    end
  end
  variadic(pending, 'ZADD', q .. 'pending')
  note_sent(plan, n / 2)
  wake(q, n / 2, plan.alone and plan.tokens)
end
