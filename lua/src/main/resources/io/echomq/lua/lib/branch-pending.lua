-- Whether the branch still holds a record of a group: an operator may have dropped the group, or taken
-- the record from it.
local function branch_pending(stream, group, position)
  local entry = redis.pcall('XPENDING', stream, group, position, position, 1)
  return not entry.err and entry[1] ~= nil and entry[1][2] == '.branch'
end
