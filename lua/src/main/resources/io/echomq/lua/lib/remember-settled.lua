-- Remembers under ARGV[1] (channel) and ARGV[2] (sequence) what acknowledging came to: the stale and the
-- gone ids, nil when there are none. Returns the answer of complete-jobs; of a sequence that was applied
-- before, what was answered then. The memory is "<last sequence>", and for each call that lost something
-- and may be asked for again (ARGV[3]) ";<sequence>:<stale ids>/<gone ids>".
local function remember_settled(q, stale, gone)
  local answer, note = 0, ''
  if stale and #stale + #gone > 0 then
    answer = {stale, gone}
    note = ';' .. ARGV[2] .. ':' .. table.concat(stale, ' ') .. '/' .. table.concat(gone, ' ')
  end
  if ARGV[1] == '' then
    return answer
  end
  local memory = q .. 'jms:acked:' .. ARGV[1]
  local before = redis.call('SET', memory, ARGV[2] .. note, 'PX', ARGV[4], 'GET') or '0'
  local last = tonumber(string.match(before, '^%d+'))
  if last < tonumber(ARGV[2]) then
    if last >= tonumber(ARGV[3]) and string.find(before, ';', 1, true) then
      for sequence, kept in string.gmatch(before, ';(%d+)(:[^;]*)') do
        note = tonumber(sequence) >= tonumber(ARGV[3]) and note .. ';' .. sequence .. kept or note
      end
      redis.call('SET', memory, ARGV[2] .. note, 'PX', ARGV[4])
    end
    return answer
  end
  redis.call('SET', memory, before, 'PX', ARGV[4])
  local then_stale, then_gone = string.match(before, ';' .. ARGV[2] .. ':([^/;]*)/([^;]*)')
  answer = {{}, {}}
  for i, ids in ipairs({then_stale, then_gone}) do
    for id in string.gmatch(ids, '%S+') do
      table.insert(answer[i], id)
    end
  end
  return then_stale and answer or 0
end
