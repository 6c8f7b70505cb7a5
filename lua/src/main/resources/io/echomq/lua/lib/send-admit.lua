-- @use oldest-waiting
-- @use stored-now
-- @use sweep-sizes
-- Decides deduplication and bounds of the jobs that ask for them behind their form (see send-jobs):
-- plan.skip holds indexes that were sent before and store nothing, plan.full those that the queue has
-- no room for (with all bounded ones after them, lest they overtake, unless it never can have), plan.victims
-- the jobs that make room: of the lowest priority, the oldest. plan.sized and plan.dedup: what send_apply
-- notes of the rest.
-- Writes nothing but the removal of what is stale.
local function send_admit(plan)
  local q, length, bytes, shut = plan.q, nil, nil, false
  local chosen, oldest, victims = {}, oldest_waiting(plan.q), plan.victims
  local function look()
    length, bytes = stored_now(q)
  end
  for i = 1, plan.count do
    local o = plan.at + 7 * (i - 1)
    local window, dedup, most, most_bytes, when_full =
      string.match(ARGV[o + 1], '^. (%d+) (%S+) (%d+) (%d+) (%a+)$')
    if window and not plan.taken[i] then
      local key = window ~= '0' and q .. 'de:' .. dedup
      most, most_bytes = tonumber(most), tonumber(most_bytes)
      if key and (chosen[key] or redis.call('EXISTS', key) == 1) then
        plan.skip[i] = true
      elseif most + most_bytes > 0 then
        local staged = string.sub(ARGV[o + 1], 1, 1) == 's'
        local size = staged and redis.call('HSTRLEN', q .. 'jms:stage:' .. ARGV[o], 'payload') or #ARGV[o + 2]
        local function over()
          return (most > 0 and length + 1 > most) or (most_bytes > 0 and bytes + size > most_bytes)
        end
        if not length then
          look()
          if over() then
            sweep_sizes(q, 200)
            look()
          end
        end
        -- who makes room goes when the room is enough, else nobody
        local kept, long, heavy = #victims, length, bytes
        local never = most_bytes > 0 and size > most_bytes
        while when_full == 'drop' and not (shut or never) and over() do
          local id = oldest(#victims + 1)
          if not id then
            break
          end
          victims[#victims + 1] = id
          length = length - 1
          bytes = bytes - (tonumber(redis.call('HGET', q .. 'jms:sizes', id) or nil) or 0)
        end
        shut = shut or not never and over()
        plan.full[i] = shut or never or nil
        if not plan.full[i] then
          length, bytes, plan.sized[i] = length + 1, bytes + size, size
        else
          length, bytes = long, heavy
          for place = #victims, kept + 1, -1 do
            victims[place] = nil
          end
        end
      end
      if key and not plan.skip[i] and not plan.full[i] then
        chosen[key], plan.dedup[i] = true, {key, window}
      end
    end
  end
end
