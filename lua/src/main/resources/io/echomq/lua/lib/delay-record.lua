-- Keeps a record until it is due, in a set of our own: a worker would promote `schedule` into a queue
-- (hard cases, 21). The time of the send goes with it, as the field `jms:sent` in microseconds:
-- subscriptions that are younger do not get it. A new earliest due time is told in a stream of one
-- entry that every reader of the topic reads along.
local function delay_record(stream, record, time, micros)
  local q, name = string.match(stream, '^(emq:{[^}]*}:)stream:(.*)$')
  local values = {unpack(record.values or ARGV, record.at, record.at + 2 * record.fields - 1)}
  values[#values + 1] = 'jms:sent'
  values[#values + 1] = string.format('%d%06d', math.floor(time / 1000), micros)
  redis.call('HSET', q .. 'jms:later:' .. name, record.id,
    cmsgpack.pack({low = record.low, values = values}))
  redis.call('ZADD', q .. 'jms:delayed:' .. name, record.due, record.id)
  if redis.call('ZRANGE', q .. 'jms:delayed:' .. name, 0, 0)[1] == record.id then
    redis.call('XADD', q .. 'jms:soon:' .. name, 'MAXLEN', '1', '*', 'due', record.due)
  end
end
