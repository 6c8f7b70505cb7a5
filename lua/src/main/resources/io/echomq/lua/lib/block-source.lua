-- The blocks of jobs that a sorted set tells of, in order (see note_block). Returns a table whose
-- find(id) gives the block that begins at this job, or nil; ids must rise from call to call. Then
-- `next` is the first id for which asking again is of use, and list[at] what comes after that block.
local function block_source(key)
  local s = {key = key, next = '', list = {}, at = 1, whole = false}
  function s.find(id)
    while true do
      local block = s.list[s.at]
      local first = block and string.sub(block, 1, 14)
      if not block and not s.whole then
        s.list, s.at = redis.pcall('ZRANGEBYLEX', key, '[' .. id, '+', 'LIMIT', 0, 32), 1
        s.whole = #s.list < 32
      elseif not block or first > id then
        s.next = first or '~'
        return nil
      else
        s.at = s.at + 1
        if first == id then
          return block
        end
      end
    end
  end
  return s
end
