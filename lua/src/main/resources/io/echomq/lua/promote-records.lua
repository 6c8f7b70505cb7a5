-- Purpose: appends the delayed records of one stream that are due, in the order of their due times.
-- KEYS (1): 1 emq:{q}:stream:<name>; where records wait is derived from it.
-- ARGV: 1 batch: most records in this call (1 to 500).
-- Returns: {how many were appended, ms to the next one (0 due, -1 none)}.
-- Errors: WRONGTYPE, EMQSTATE (no position is left); nothing is appended then.
-- Complexity: O(n log m) for n due of m. Their bodies pass through the script.
-- @use append-apply
-- @use branded
-- @use check-types
-- @use now
-- @use variadic
local q, name = string.match(KEYS[1], '^(emq:{[^}]*}:)stream:(.*)$')
local delayed, later = 'jms:delayed:' .. name, 'jms:later:' .. name
local wrong = check_types(q, {'stream:' .. name, 'stream', delayed, 'zset', later, 'hash'})
if wrong then
  return wrong
end
local time = now()
local due = redis.call('ZRANGEBYSCORE', q .. delayed, '-inf', time, 'LIMIT', 0, ARGV[1])
local plan, answer = {stream = KEYS[1], records = {}}, {}
for _, id in ipairs(due) do
  local packed = redis.call('HGET', q .. later, id)
  if packed then
    local kept = cmsgpack.unpack(packed)
    plan.records[#plan.records + 1] = {id = branded('EVT', time, kept.low), ms = time, low = kept.low,
      at = 1, fields = #kept.values / 2, values = kept.values}
  end
end
wrong = append_apply(plan, answer)
if wrong then
  return wrong
end
variadic(due, 'ZREM', q .. delayed)
variadic(due, 'HDEL', q .. later)
local head = redis.call('ZRANGE', q .. delayed, 0, 0, 'WITHSCORES')
return {#answer, head[2] and math.max(0, tonumber(head[2]) - time) or -1}
