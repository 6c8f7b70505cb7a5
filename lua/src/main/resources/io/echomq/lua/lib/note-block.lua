-- @use rank-after
-- Notes in `key` for `ms` that `count` jobs stand one behind the other in the flat set, from `first` to
-- `last`, all at score 0, and what is known of them: `lines`, each behind a newline, or "". Notes nothing
-- when others stand between them. The latest 4096 are kept.
local function note_block(q, key, first, last, count, lines, ms)
  local function at(rank)
    return redis.call('ZRANGE', q .. 'pending', rank, rank)[1]
  end
  -- as a rule they have come last
  local stand = at(-count) == first and at(-1) == last
  if not stand then
    local from = rank_after(q .. 'pending', '0', first) - 1
    stand = at(from) == first and at(from + count - 1) == last
  end
  local added = stand and redis.pcall('ZADD', key, 0, first .. last .. count .. lines)
  if type(added) ~= 'number' then
    return
  end
  redis.call('PEXPIRE', key, ms)
  local beyond = redis.call('ZCARD', key) - 4096
  if beyond > 0 then
    redis.call('ZPOPMIN', key, beyond)
  end
end
