-- @use unsize
-- Looks at up to `most` jobs that count against the bounds of a queue, drawn at random, and takes off
-- those whose row is gone: other runtimes complete jobs without telling.
local function sweep_sizes(q, most)
  local gone = {}
  for _, id in ipairs(redis.call('HRANDFIELD', q .. 'jms:sizes', most)) do
    if redis.call('EXISTS', q .. 'job:' .. id) == 0 then
      gone[#gone + 1] = id
    end
  end
  unsize(q, gone)
end
