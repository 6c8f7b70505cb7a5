-- Takes the acknowledged records of one stream from their consumers, to one that nobody is; their
-- counts stay. Returns what the branch's record keeps of the stream; `stream` is append_check's plan.
local function branch_records(stream)
  local kept = {stream = stream.stream, records = {}, acks = stream.acks}
  for _, group in ipairs(stream.acks) do
    for i = 1, #group.positions, 1000 do
      local ids = {unpack(group.positions, i, math.min(i + 999, #group.positions))}
      ids[#ids + 1] = 'JUSTID'
      redis.call('XCLAIM', stream.stream, group.group, '.branch', 0, unpack(ids))
    end
  end
  for i, record in ipairs(stream.records) do
    local values = {}
    for n = 1, 2 * record.fields do
      values[n] = ARGV[record.at + n - 1]
    end
    kept.records[i] = {record.id, record.ms, record.low, record.due or 0, values}
  end
  return kept
end
