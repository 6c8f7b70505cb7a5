-- @use branded
-- @use delay-record
-- @use mint-above
-- @use now
-- @use stream-top
-- Appends what append_check has passed, each record at its own position or, when that is not above
-- the stream's top, at the next above it; what is not due yet goes to where it waits. Adding first and
-- looking only when refused is cheaper. Adds the final ids to `answer`. Returns an error reply, before
-- any write, when nothing fits above. A record has its fields in `values`, or in ARGV. A first field
-- `jms:by` of a raw record, who sent it, goes to a stream beside it, at the same position.
local function append_apply(plan, answer)
  local top_ms, top_low
  for _, record in ipairs(plan.records) do
    local ms, low, id = record.ms, record.low, record.id
    local values, first, last = record.values or ARGV, record.at, record.at + 2 * record.fields - 1
    local by = record.fields > 0 and values[first] == 'jms:by' and values[first + 1]
    first = by and first + 2 or first
    local function add()
      local position = string.format('%d-%d', ms, low)
      local reply = redis.pcall('XADD', plan.stream, position, 'id', id, unpack(values, first, last))
      if by and type(reply) ~= 'table' then
        local q, name = string.match(plan.stream, '^(emq:{[^}]*}:)stream:(.*)$')
        redis.pcall('XADD', q .. 'jms:by:' .. name, position, 'by', by)
      end
      return reply
    end
    local time, micros = 0, 0
    if record.due then
      time, micros = now()
    end
    if record.due and record.due > time then
      delay_record(plan.stream, record, time, micros)
    else
      local free = not top_ms or ms > top_ms or (ms == top_ms and low > top_low)
      local reply = free and add()
      if not free or type(reply) == 'table' then
        if not top_ms then
          if not string.find(reply.err, 'equal or smaller', 1, true) then
            return reply
          end
          top_ms, top_low = stream_top(plan.stream)
          if top_ms + #plan.records >= LAST_MS then
            return redis.error_reply('EMQSTATE ' .. plan.stream .. ' ends beyond the last branded id')
          end
        end
        ms, low = mint_above(top_ms, top_low, math.floor(low / 4096))
        id = branded('EVT', ms, low)
        add()
      end
      top_ms, top_low = ms, low
    end
    answer[#answer + 1] = id
  end
  return nil
end
