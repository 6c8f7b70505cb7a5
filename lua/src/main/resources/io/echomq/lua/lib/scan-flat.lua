-- @use block-skip
-- @use decide-job
-- Looks through the flat set of the queue s.q from a rank on, for jobs that s.match selects: until s.max
-- are found, s.budget bytes read, or s.rows jobs decided (four times as many looked at where s.texts rules
-- them out). Writes nothing but s: `chosen` ids; `bodies` of those by id; `undecided` ids and payloads;
-- `score` and `last`, the member up to which it has come; `more` 1 when the set goes on; `runs` of at least
-- 200 jobs at score 0 that do not match, with nothing else between them: first, last, count.
local function scan_flat(s, from)
  local skip = s.name ~= '' and block_skip(s.q, s.name, s.match)
  local left, looked, read, run = s.texts and 4 * s.rows or s.rows, 0, 0, nil
  local lines = not s.by_id and {} or nil
  local step = skip and 2 or left + 1
  s.chosen, s.bodies, s.undecided, s.runs, s.more = {}, {}, {}, {}, nil
  local function pass(id, at)
    if run and at == '0' then
      run.count, run.last = run.count + 1, id
    else
      run = at == '0' and {first = id, last = id, count = 1} or nil
    end
    if run and run.count == 200 then
      s.runs[#s.runs + 1] = run
    end
  end
  repeat
    local asked = math.max(1, math.min(step, left + 1))
    local page = redis.call('ZRANGE', s.q .. 'pending', from, from + asked - 1, 'WITHSCORES')
    local jumped = false
    for i = 1, #page, 2 do
      local id, at = page[i], page[i + 1]
      if left < 1 or looked >= s.rows or #s.chosen == s.max or read >= s.budget then
        s.more = 1
        break
      end
      local size, last, cost = nil, nil, 1
      if skip and at == '0' then
        size, last, cost = skip(id, from)
      end
      s.score, s.last, left = at, last or id, left - cost
      if size then
        from, jumped, run = from + size, true, nil
        break
      end
      from = from + 1
      local verdict, payload, bytes, close = decide_job(s.q, id, s.match, s.inline, s.texts, lines)
      read, looked = read + bytes, looked + (close and 1 or 0)
      if verdict == 'undecided' then
        s.undecided[#s.undecided + 1], s.undecided[#s.undecided + 2], run = id, payload, nil
      elseif verdict then
        s.chosen[#s.chosen + 1], s.bodies[id] = id, payload -- one without a row too: lease says so
      else
        pass(id, at)
      end
    end
    step = skip and (jumped and 2 or 4 * step) or step
    s.more = s.more or not jumped and #page < 2 * asked and 0 or nil
  until s.more
end
