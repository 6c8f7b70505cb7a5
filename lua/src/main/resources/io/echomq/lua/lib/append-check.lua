-- @use check-types
-- @use stream-top
-- Looks at one stream's records in ARGV: their count at `at`, then each as in append-records. Writes
-- nothing. Returns an error reply or nil, the plan for append_apply, and the index after them.
-- `look`: read the stream's top too, so that append_apply cannot fail after other writes were made.
local function append_check(stream, at, look)
  local plan, kind = {stream = stream, records = {}}, redis.call('TYPE', stream).ok
  if kind ~= 'none' and kind ~= 'stream' then
    return redis.error_reply('WRONGTYPE ' .. stream .. ' is a ' .. kind .. ', not a stream'), nil, at
  end
  local count = tonumber(ARGV[at])
  at = at + 1
  if count > 0 and string.sub(stream, 1, 10) == 'emq:{_tmp.'
    and redis.call('EXISTS', string.match(stream, '^(emq:{[^}]*}:)') .. 'jms:owner') == 0 then
    return redis.error_reply('EMQGONE the owner of ' .. stream .. ' is gone'), nil, at
  end
  for i = 1, count do
    local id, position, fields = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])
    local ms, low, due = string.match(position, '^(%d+)-(%d+)@?(%d*)$')
    if #id ~= 14 or string.sub(id, 1, 3) ~= 'EVT' then
      return redis.error_reply('EMQKIND ' .. id .. ' is not the id of a record'), nil, at
    elseif not ms or tonumber(low) > 4194303 or fields > 2000
      or tonumber(ms) < 1704067200000 or ms + count >= LAST_MS then
      return redis.error_reply('EMQSTATE record ' .. id .. ': position ' .. position .. ' or '
        .. fields .. ' fields is out of bounds'), nil, at
    end
    plan.records[i] = {id = id, ms = tonumber(ms), low = tonumber(low), at = at + 3, fields = fields,
      due = tonumber(due)}
    plan.delayed = plan.delayed or due ~= ''
    at = at + 3 + 2 * fields
  end
  if plan.delayed then
    local q, name = string.match(stream, '^(emq:{[^}]*}:)stream:(.*)$')
    local wrong = check_types(q, {'jms:later:' .. name, 'hash', 'jms:delayed:' .. name, 'zset',
      'jms:soon:' .. name, 'stream'})
    if wrong then
      return wrong, nil, at
    end
  end
  if look and kind == 'stream' then
    local ms = stream_top(stream)
    if ms + count >= LAST_MS then
      return redis.error_reply('EMQSTATE ' .. stream .. ' ends beyond the last branded id'), nil, at
    end
  end
  return nil, plan, at
end
