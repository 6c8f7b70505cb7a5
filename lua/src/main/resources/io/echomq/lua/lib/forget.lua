-- @use unsize
-- @use variadic
-- Deletes the rows and side entries of jobs that are in no set any more. Returns how many rows went. A side
-- key of a wrong type keeps nothing from going. `rows`: their keys, when the caller has them.
local function forget(q, ids, rows)
  if #ids == 0 then
    return 0
  end
  if not rows then
    rows = {}
    for i, id in ipairs(ids) do
      rows[i] = q .. 'job:' .. id
    end
  end
  if redis.call('EXISTS', q .. 'jms:prio', q .. 'jms:expiry', q .. 'jms:sizes', q .. 'jms:died') > 0 then
    pcall(variadic, ids, 'HDEL', q .. 'jms:prio')
    pcall(variadic, ids, 'ZREM', q .. 'jms:expiry')
    pcall(variadic, ids, 'HDEL', q .. 'jms:died')
    pcall(unsize, q, ids)
  end
  return variadic(rows, 'DEL')
end
