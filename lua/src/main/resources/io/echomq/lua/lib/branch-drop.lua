-- @use bury
-- @use stored-now
-- Makes room for what a branch has sent to a queue that drops its oldest: by now, not at its prepare,
-- since it might have been rolled back.
local function branch_drop(q, sends)
  for _, send in ipairs(sends) do
    local most, most_bytes, when = string.match(send[6] or '', '^%d+ %S+ (%d+) (%d+) (%a+)$')
    most, most_bytes = tonumber(most or 0), tonumber(most_bytes or 0)
    while when == 'drop' do
      local length, bytes = stored_now(q)
      local last = redis.call('ZRANGE', q .. 'pending', -1, -1, 'WITHSCORES')[2]
      if not last or not (most > 0 and length > most or most_bytes > 0 and bytes > most_bytes) then
        break
      end
      local id = redis.call('ZRANGEBYSCORE', q .. 'pending', last, last, 'LIMIT', 0, 1)[1]
      redis.call('ZREM', q .. 'pending', id)
      bury(q, id, 'EMQ-QUEUE-FULL: dropped as the oldest, the queue was full')
    end
  end
end
