-- Purpose: one page of a queue or a view in the order of consumption (score, then id); disturbs nothing.
-- KEYS (1): 1 the sorted set to look at: pending, dead, schedule or active of emq:{q}:.
-- ARGV: 1 and 2 score and id of the cursor ("" and "" for the first page), 3 most jobs (1 to 1000),
--   4 payloads above this many bytes are answered as their length, 5 stop once this many bytes of
--   payload are in the answer.
-- Returns: { score, id of the cursor of the next page ("" and "" at the end),
--   {id, score, state, attempts, returned, payload or length, ...} }; numbers as the row's strings.
--   Members without a row are skipped.
-- Errors: WRONGTYPE.
-- Complexity: O(n + log m): the cursor is found by halving, wherever it is. Writes nothing.
-- @use rank-after
local job = string.match(KEYS[1], '^emq:{[^}]*}:') .. 'job:'
local from = ARGV[2] == '' and 0 or rank_after(KEYS[1], ARGV[1], ARGV[2])
local members = redis.call('ZRANGE', KEYS[1], from, from + ARGV[3] - 1, 'WITHSCORES')
local inline, budget, bytes, page = tonumber(ARGV[4]), tonumber(ARGV[5]), 0, {}
local next_score, next_id = '', ''
for i = 1, #members, 2 do
  local row = job .. members[i]
  local length = redis.pcall('HSTRLEN', row, 'payload')
  if type(length) == 'number' then
    local body = length <= inline
    local field = redis.call('HMGET', row, 'state', 'attempts', 'returned', body and 'payload' or 'state')
    if field[1] or field[2] then
      local n = #page
      page[n + 1], page[n + 2] = members[i], members[i + 1]
      page[n + 3], page[n + 4], page[n + 5] = field[1] or '', field[2] or '0', field[3] or '0'
      page[n + 6] = body and (field[4] or '') or length
      bytes = bytes + (body and length or 0)
    end
  end
  next_id, next_score = members[i], members[i + 1]
  if bytes >= budget then
    break
  end
end
if next_id == members[#members - 1] and #members < 2 * ARGV[3] then
  next_id, next_score = '', ''
end
return {next_score, next_id, page}
