-- How many members of a sorted set stand at or before (score, id) in its order: the rank at which to
-- go on. Twenty reads for a million members, whether or not that member is still there.
local function rank_after(key, score, id)
  local low, high = 0, redis.call('ZCARD', key)
  score = tonumber(score)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local at = redis.call('ZRANGE', key, middle, middle, 'WITHSCORES')
    local found = tonumber(at[2])
    if found < score or (found == score and at[1] <= id) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end
