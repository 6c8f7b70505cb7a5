-- @use check-types
-- @use send-admit
-- @use variadic
-- Looks at `count` jobs from ARGV[at] on (plan.step values each: seven, or two when they are `plain`, see
-- send-jobs) and writes nothing. Returns an error reply or nil, then the plan that send_apply carries out;
-- plan.taken holds the indexes whose id has a row already, or comes twice; see also send_admit.
local function send_check(q, at, count, plain)
  local rows, seen, twice, step, sub = {}, {}, false, plain and 2 or 7, string.sub
  local plan = {
    q = q, at = at, count = count, step = step, plain = plain, rows = rows, taken = {}, skip = {}, full = {},
    victims = {}, sized = {}, dedup = {},
  }
  local types = {}
  local function need(suffix, kind)
    types[#types + 1], types[#types + 2] = suffix, kind
  end
  if count > 0 and string.sub(q, 1, 10) == 'emq:{_tmp.' and redis.call('EXISTS', q .. 'jms:owner') == 0 then
    return redis.error_reply('EMQGONE ' .. q .. 'jms:owner is gone and its queue with it')
  end
  for i = 1, count do
    local o = at + step * (i - 1)
    local id = ARGV[o]
    if #id ~= 14 or sub(id, 1, 3) ~= 'JOB' then
      return redis.error_reply('EMQKIND ' .. id .. ' is not the id of a job')
    end
    twice = twice or seen[id] ~= nil
    seen[id], rows[i] = true, q .. 'job:' .. id
    if not plain then
      plan.asks = plan.asks or #ARGV[o + 1] > 1
      plan.staged = plan.staged or ARGV[o + 1] ~= 'v'
      plan.delayed = plan.delayed or ARGV[o + 4] ~= '0'
      plan.prior = plan.prior or ARGV[o + 3] ~= '0'
      plan.expiring = plan.expiring or ARGV[o + 5] ~= '0'
      if ARGV[o + 6] ~= '' then
        need('g:' .. ARGV[o + 6] .. ':pending', 'zset')
        plan.lanes = true
      end
    end
  end
  if plan.delayed then need('schedule', 'zset') end
  if plan.prior then need('jms:prio', 'hash') end
  if plan.expiring then need('jms:expiry', 'zset') end
  if plan.asks then
    for i, name in ipairs({'jms:sizes', 'jms:bytes', 'dead', 'metrics:failed', 'active', 'schedule'}) do
      need(name, ({'hash', 'string', 'zset', 'hash', 'zset', 'zset'})[i])
    end
  end
  if plan.lanes then
    for i, name in ipairs({'ring', 'glimit', 'gactive', 'paused'}) do
      need(name, ({'list', 'hash', 'hash', 'set'})[i])
    end
  end
  -- the two that are always needed are asked for what is needed of them, which tells their types too
  plan.tokens = redis.pcall('LLEN', q .. 'wake')
  if type(plan.tokens) == 'table' or type(redis.pcall('ZCARD', q .. 'pending')) == 'table' then
    need('pending', 'zset')
    need('wake', 'list')
  end
  local wrong = check_types(q, types)
  if wrong then
    return wrong
  end
  if twice or variadic(rows, 'EXISTS') > 0 then
    seen = {}
    for i = 1, count do
      plan.taken[i] = seen[rows[i]] or redis.call('EXISTS', rows[i]) == 1
      seen[rows[i]] = true
    end
  end
  for i = 1, plan.staged and count or 0 do
    local o = at + 7 * (i - 1)
    if string.sub(ARGV[o + 1], 1, 1) == 's' and not plan.taken[i] then
      if redis.call('TYPE', q .. 'jms:stage:' .. ARGV[o]).ok ~= 'hash' then
        return redis.error_reply('EMQSTATE the staged body of ' .. ARGV[o] .. ' is gone: stage again')
      end
    end
  end
  if plan.asks then
    send_admit(plan)
  end
  return nil, plan
end
