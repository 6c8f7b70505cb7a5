-- Forgets when letters died that are dead no more: other runtimes bring them back, or remove them. Up to
-- `most`, drawn at random.
local function sweep_died(q, most)
  for _, id in ipairs(redis.call('HRANDFIELD', q .. 'jms:died', most)) do
    if not redis.call('ZSCORE', q .. 'dead', id) then
      redis.call('HDEL', q .. 'jms:died', id)
    end
  end
end
