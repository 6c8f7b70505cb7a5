-- @use lease-plain
-- Leases what was popped (ids and scores) as long as it is plain, see lease_plain; fewer than `budget`
-- bytes of payload are taken before each. Returns the flat answer of fetch-jobs when nothing else came;
-- else nil, where the first of another kind stands, id, token, returned and payload of those leased, and
-- the bytes of their payloads.
local function fetch_plain(q, popped, deadline, most, inline, budget)
  local call = redis.call
  if #popped == 0 then
    call('DEL', q .. 'wake')
    return {deadline}
  end
  local jobs, active, bytes, n, from = {}, {}, 0, 0, 1
  while from < #popped and bytes < budget do
    local id = popped[from]
    local token, returned, payload = lease_plain(q, id, most, inline)
    if not token then
      break
    elseif #popped == 2 then
      call('ZADD', q .. 'active', deadline, id)
      return {deadline, id, token, returned, payload}
    end
    jobs[n + 1], jobs[n + 2], jobs[n + 3], jobs[n + 4] = id, token, returned, payload
    active[from], active[from + 1] = deadline, id
    bytes, n, from = bytes + #payload, n + 4, from + 2
  end
  if n > 0 then
    call('ZADD', q .. 'active', unpack(active))
  end
  if from < #popped then
    return nil, from, jobs, bytes
  end
  table.insert(jobs, 1, deadline)
  return jobs
end
