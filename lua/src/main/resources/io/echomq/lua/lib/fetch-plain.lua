-- @use lease-plain
-- Leases what was popped (ids and scores) as long as it is plain, see lease_plain; fewer than `budget`
-- bytes of payload are taken before each. Returns the flat answer of fetch-jobs and the words for
-- remember_claim when nothing else came; else nil, nil, where the first of another kind stands, id, token,
-- returned and payload of those leased, and the bytes of their payloads.
local function fetch_plain(q, popped, deadline, most, inline, budget, looks)
  local call = redis.call
  if #popped == 0 then
    call('DEL', q .. 'wake', q .. 'jms:blocks')
    return {deadline}, {}
  end
  local jobs, active, words, bytes, n, from = {deadline}, {}, {}, 0, 1, 1
  while from < #popped and bytes < budget do
    local id = popped[from]
    local token, returned, payload, before = lease_plain(q, id, most, inline, looks)
    if not token then
      break
    elseif #popped == 2 then
      call('ZADD', q .. 'active', deadline, id)
      return {deadline, id, token, returned, payload}, {id, before}
    end
    jobs[n + 1], jobs[n + 2], jobs[n + 3], jobs[n + 4] = id, token, returned, payload
    active[from], active[from + 1] = deadline, id
    words[from], words[from + 1] = id, before
    bytes, n, from = bytes + #payload, n + 4, from + 2
  end
  if n > 1 then
    call('ZADD', q .. 'active', unpack(active))
  end
  if from < #popped then
    table.remove(jobs, 1)
    return nil, nil, from, jobs, bytes
  end
  return jobs, words
end
