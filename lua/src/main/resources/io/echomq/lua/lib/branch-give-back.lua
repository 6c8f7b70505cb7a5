-- @use branch-pending
-- @use now
-- Puts the acknowledged records of one stream back where consumers take them again, those with a delay
-- to where that waits; the next one who takes a record that was delivered too often buries it. Returns
-- how many are gone.
local function branch_give_back(stream, acks)
  local q, name = string.match(stream, '^(emq:{[^}]*}:)stream:(.*)$')
  local gone, back, time = 0, false, now()
  for _, group in ipairs(acks) do
    for i, position in ipairs(group.positions) do
      if not branch_pending(stream, group.group, position) then
        gone = gone + 1
      elseif group.back[i] > 0 then
        redis.call('XCLAIM', stream, group.group, '.later', 0, position, 'JUSTID')
        redis.call('ZADD', q .. 'jms:retry:' .. name .. ':' .. group.group, time + group.back[i], position)
      else
        redis.call('XCLAIM', stream, group.group, '.back', 0, position, 'JUSTID')
      end
      back = true
    end
  end
  if back then
    redis.call('XADD', q .. 'jms:soon:' .. name, 'MAXLEN', '1', '*', 'due', time)
  end
  return gone
end
