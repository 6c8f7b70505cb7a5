-- @use stream-top
-- The common case of append_check and append_apply at a constant cost: one record in ARGV, its count at
-- `at`, that is due now and fits above the stream's top. Appends it and returns true; or has written
-- nothing and returns false: then the general way has to be gone, which tells what is wrong.
local function append_one(stream, at)
  local id, position = ARGV[at + 1], ARGV[at + 2]
  if ARGV[at] ~= '1' or #id ~= 14 or string.sub(id, 1, 3) ~= 'EVT' or ARGV[at + 4] == 'jms:by'
    or #ARGV ~= at + 3 + 2 * tonumber(ARGV[at + 3]) or #ARGV > 100
    or string.sub(stream, 1, 10) == 'emq:{_tmp.' then
    return false
  end
  local ms, low = string.match(position, '^(%d+)-(%d+)$')
  if not ms or tonumber(low) > 4194303 or tonumber(ms) < 1704067200000 or tonumber(ms) + 1 >= LAST_MS then
    return false
  end
  return type(redis.pcall('XADD', stream, position, 'id', id, unpack(ARGV, at + 4))) ~= 'table'
end
