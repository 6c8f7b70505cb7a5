-- Remembers what a call has leased, until the same slot is used again: should the answer be lost,
-- revoke-fetch gives it back. `jobs` holds id, token and two more values a job; `slot` "" or nil: nothing
-- is remembered; `words`, when the caller has them: id and count of claims before this one for each job.
-- The memory is "<sequence> <id> <claims before this one> <id> ...".
local function remember_claim(q, jobs, slot, sequence, ms, words)
  if (slot or '') == '' or #(words or jobs) == 0 then
    return
  end
  if not words then
    words = {}
    for i = 1, #jobs, 4 do
      words[#words + 1], words[#words + 2] = jobs[i], jobs[i + 1] - 1
    end
  end
  redis.call('SET', q .. 'jms:fetched:' .. slot, sequence .. ' ' .. table.concat(words, ' '), 'PX', ms)
end
