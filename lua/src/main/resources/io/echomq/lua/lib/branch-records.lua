-- What a branch's record keeps of the records for one stream; `stream` is append_check's plan.
local function branch_records(stream)
  local kept = {stream = stream.stream, records = {}}
  for i, record in ipairs(stream.records) do
    local values = {}
    for n = 1, 2 * record.fields do
      values[n] = ARGV[record.at + n - 1]
    end
    kept.records[i] = {record.id, record.ms, record.low, record.due or 0, values}
  end
  return kept
end
