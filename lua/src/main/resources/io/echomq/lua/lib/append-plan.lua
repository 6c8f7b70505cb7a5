-- @use check-types
-- @use stream-top
-- The plan for append_apply of what branch_records kept. Returns an error reply, or nil and the plan.
local function append_plan(kept)
  local plan, kind = {stream = kept.stream, records = {}}, redis.call('TYPE', kept.stream).ok
  if kind ~= 'none' and kind ~= 'stream' then
    return redis.error_reply('WRONGTYPE ' .. kept.stream .. ' is a ' .. kind .. ', not a stream')
  end
  for i, record in ipairs(kept.records) do
    plan.records[i] = {id = record[1], ms = record[2], low = record[3], at = 1, values = record[5],
      fields = #record[5] / 2, due = record[4] > 0 and record[4] or nil}
  end
  local q, name = string.match(kept.stream, '^(emq:{[^}]*}:)stream:(.*)$')
  local wrong = check_types(q, {'jms:later:' .. name, 'hash', 'jms:delayed:' .. name, 'zset',
    'jms:soon:' .. name, 'stream'})
  if wrong then
    return wrong
  end
  if kind == 'stream' and stream_top(kept.stream) + #plan.records >= LAST_MS then
    return redis.error_reply('EMQSTATE ' .. kept.stream .. ' ends beyond the last branded id')
  end
  return nil, plan
end
