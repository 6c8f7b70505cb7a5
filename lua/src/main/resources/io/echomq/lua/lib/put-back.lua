-- Puts back what was popped (ids and scores) from index `from` on.
local function put_back(popped, from)
  for i = from, #popped, 2 do
    redis.call('ZADD', KEYS[1], popped[i + 1], popped[i])
  end
end
