-- Remembers what a call has leased, until the same slot is used again: should the answer be lost,
-- revoke-fetch gives it back. `jobs` holds id, token and two more values a job, from index `at` on; `slot`
-- "" or nil: nothing is remembered. The memory is "<sequence> <id> <claims before this one> <id> ...".
local function remember_claim(q, jobs, at, slot, sequence, ms)
  if #jobs < at or (slot or '') == '' then
    return
  end
  local words = sequence .. ' ' .. jobs[at] .. ' ' .. jobs[at + 1] - 1
  if #jobs > at + 4 then
    local list = {words}
    for i = at + 4, #jobs, 4 do
      list[#list + 1], list[#list + 2] = jobs[i], jobs[i + 1] - 1
    end
    words = table.concat(list, ' ')
  end
  redis.call('SET', q .. 'jms:fetched:' .. slot, words, 'PX', ms)
end
