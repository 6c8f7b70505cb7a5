-- @use block-source
-- What lets a scan of a queue's flat set pass over jobs without a look at them: blocks that their senders
-- told the headers of (jms:blocks), and blocks in which nothing matched the selector `name` before
-- (jms:passed:<name>). Returns nil when there are none, else skip(id, rank): for the job of this rank how
-- many from it on hold no match, the last of them, and what that cost, as much as so many jobs; nil when
-- it must be looked at.
-- A block is believed while exactly as many jobs as it had stand from its first to its last: nothing was
-- taken from it, and nothing has come between. Else it is forgotten. Several that stand one behind the
-- other are believed at once.
local function block_skip(q, name, match)
  local told, passed, known = q .. 'jms:blocks', q .. 'jms:passed:' .. name, {}
  if redis.call('EXISTS', told, passed) == 0 then
    return nil
  end
  local cost = 0
  -- Whether no header line that the block may hold is selected; what varies in it is undecided.
  local function hopeless(lines)
    for line in string.gmatch(lines, '[^\n]+') do
      cost = cost + 1
      local sound, header = pcall(cjson.decode, line)
      local sure, verdict = pcall(match, sound and header)
      if not sure or verdict == true or verdict == 'undecided' then
        return false
      end
    end
    return lines ~= ''
  end
  -- The last id and the count of a block that holds no match.
  local function dull(source, block)
    cost = cost + 1
    local count, lines = string.match(block, '^(%d+)(.*)$', 29)
    if source.key == told then
      if known[lines] == nil then
        known[lines] = hopeless(lines)
      end
      if not known[lines] then
        return nil
      end
    end
    return string.sub(block, 15, 28), tonumber(count)
  end
  local function stands(last, count, rank)
    local at = rank + count - 1
    return redis.call('ZRANGE', q .. 'pending', at, at)[1] == last
  end
  local function skip(source, id, rank)
    local block = source.find(id)
    local last, count = nil, nil
    if block then
      last, count = dull(source, block)
    end
    if not last then
      return nil
    end
    local all, until_id, at = count, last, source.at
    while not source.alone and source.list[at] do
      local far, some = dull(source, source.list[at])
      if not far then
        break
      end
      all, until_id, at = all + some, far, at + 1
    end
    if at > source.at and stands(until_id, all, rank) then
      source.at = at
      return all, until_id
    end
    source.alone = source.alone or at > source.at
    if stands(last, count, rank) then
      return count, last
    end
    redis.call('ZREM', source.key, block)
  end
  local sources = {block_source(passed), block_source(told)}
  return function(id, rank)
    cost = 1
    for i = 1, 2 do
      if id >= sources[i].next then
        local count, last = skip(sources[i], id, rank)
        if count then
          return count, last, cost
        end
      end
    end
    return nil, nil, cost
  end
end
