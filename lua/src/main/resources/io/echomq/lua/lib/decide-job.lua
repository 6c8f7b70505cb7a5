-- @use header-line
-- @use selector-hopeless
-- Whether a waiting job matches: true (its payload comes second), false, or 'undecided' (the client must
-- look: its payload, or the length of a large one); 'ghost' when it has no row. Third the bytes read, fourth
-- whether the payload was decided by its headers, not passed over at sight. `lines` optionally: verdicts by
-- header line, kept for the next; not for a selector that asks for the id.
local function decide_job(q, id, match, inline, texts, lines)
  local row = q .. 'job:' .. id
  local length = redis.pcall('HSTRLEN', row, 'payload')
  if type(length) == 'table' then
    return 'ghost', nil, 0
  elseif length > inline then
    return 'undecided', length, 0
  end
  local payload = redis.call('HGET', row, 'payload')
  if not payload and redis.call('EXISTS', row) == 0 then
    return 'ghost', nil, 0
  end
  if payload and texts and selector_hopeless(payload, texts) then
    return false, nil, length
  end
  local stop = lines and payload and string.find(payload, '\n', 1, true)
  local line = stop and string.sub(payload, 1, stop)
  if line and lines[line] ~= nil then
    return lines[line], payload, length, true
  end
  local decided, verdict = pcall(match, header_line(payload or ''), id)
  if decided and line and verdict ~= 'undecided' then
    lines[line] = verdict == true
  end
  if not decided or verdict == 'undecided' then
    return 'undecided', payload or 0, length, true
  end
  return verdict == true, payload, length, true
end
