-- Looks at `count` pairs of id and fencing token from ARGV[at] on and writes nothing. A row that was
-- reaped and not claimed since still carries its holder's token, so it may be completed; a dead
-- letter only while it is leased (see lease_dead).
-- Returns a plan for settle_apply, then the stale ids and those whose row is gone.
local function settle_check(q, at, count)
  local plan, stale, gone = {q = q, ids = {}, rows = {}, lanes = {}, dead = {}}, {}, {}
  local ids, rows, pcall, n = plan.ids, plan.rows, redis.pcall, 0
  for i = at, at + 2 * count - 2, 2 do
    local id = ARGV[i]
    local key = q .. 'job:' .. id
    local row = pcall('HMGET', key, 'attempts', 'state', 'group')
    if row.err or not (row[1] or row[2]) then
      gone[#gone + 1] = id
    elseif row[1] == ARGV[i + 1] and row[2] == 'dead' and redis.call('ZSCORE', q .. 'jms:dead', id) then
      plan.dead[#plan.dead + 1] = id
    elseif row[1] ~= ARGV[i + 1] or (row[2] ~= 'active' and row[2] ~= 'pending') then
      stale[#stale + 1] = id
    else
      n = n + 1
      ids[n], rows[n] = id, key
      if row[3] then
        plan.lanes[#plan.lanes + 1] = {id = id, group = row[3], active = row[2] == 'active'}
      end
    end
  end
  return plan, stale, gone
end
