-- Reads the jobs that wait in no lane in the order in which they make room: of the lowest priority first,
-- the oldest. Returns a function of a place (from 1) that answers the id there; nil: there are no more.
local function oldest_waiting(q)
  local pending, ids, score, read = q .. 'pending', {}, nil, 0
  local function page()
    return score and redis.call('ZRANGEBYSCORE', pending, score, score, 'LIMIT', read, 1000) or {}
  end
  return function(place)
    while place > #ids do
      local more = page()
      if #more == 0 then
        local below = score and '(' .. score or '+inf'
        score = redis.call('ZREVRANGEBYSCORE', pending, below, '-inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
        read = 0
        if not score then
          return nil
        end
      end
      read = read + #more
      for _, id in ipairs(more) do
        ids[#ids + 1] = id
      end
    end
    return ids[place]
  end
end
