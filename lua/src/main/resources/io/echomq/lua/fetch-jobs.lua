-- Purpose: leases up to `max` jobs of a queue in the order of consumption, lanes and flat set sharing.
-- KEYS (1): 1 emq:{q}:pending, from which all keys of the queue are derived.
-- ARGV: 1 max (1 to 1000), 2 lease ms, 3 most deliveries (0 no limit), 4 payloads above this many
--   bytes are answered as their length, 5 stop once this many bytes of payload are in the answer, 6
--   the session that asks ("" none): it holds the lanes it takes from, and takes on beyond their limit;
--   optionally, for revoke-fetch: 7 a slot, 8 a sequence above all before it, 9 ms to remember them. The
--   short form, for payloads that are small as a rule, lacks 4 and 5 (16384 and 4194304) and reads one
--   payload without a look at its length; its sequences are of one length, "" for ms keeps the expiry.
-- Returns: flat, when there is nothing else to tell: deadline of the leases (server ms), then id, token,
--   returned, payload for each job. Else six values: { ms to the next scheduled job (0 due, -1 none), 1
--   when a bounded scan ended before the queue did else 0, deadline, {ids that had no row: removed}, {ids
--   dead because they were delivered too often}, {id, token, returned, payload or length, ...} }.
--   No jobs when the queue is paused or this fetch revoked. JMSXDeliveryCount = token - returned.
-- Errors: WRONGTYPE.
-- Complexity: O(n log m) for n = max; promotes 100 due jobs at most; three calls a job. Wake tokens
--   are cleared only by the call that found nothing at all (hard cases, 22).
-- @use fetch-one
local q, answer, words, popped = string.sub(KEYS[1], 1, -8), nil, nil, nil
local looks = #ARGV ~= 7
if not looks then
  answer, popped = fetch_one(q)
  if answer then
    return answer
  end
  table.insert(ARGV, 4, '16384')
  table.insert(ARGV, 5, '4194304')
  ARGV[9] = ARGV[9] == '' and '3600000' or ARGV[9]
end
-- @use fetch-plain
-- @use fit-queue
-- @use now
-- @use put-back
-- @use remember-claim
-- @use revoked
local most, inline, budget = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local held, undone = q .. 'jms:held:' .. (ARGV[6] or ''), revoked(q, ARGV[7], ARGV[8])
local time, micros = now()
local deadline, from, jobs, bytes = time + ARGV[2], 1, {}, 0
if undone then
  put_back(popped or {}, 1)
  return {-1, 0, deadline, {}, {}, {}}
end
-- one look for all that most queues lack
local plain = popped or redis.call('EXISTS', q .. 'meta', q .. 'schedule', q .. 'ring', held) == 0
local unfit = plain and redis.pcall('ZCARD', q .. 'active') or fit_queue(q, true)
if type(unfit) == 'table' then
  put_back(popped or {}, 1)
  return unfit
end
if plain then
  popped = popped or redis.call('ZPOPMIN', KEYS[1], ARGV[1])
  answer, words, from, jobs, bytes = fetch_plain(q, popped, deadline, most, inline, budget, looks)
end
if answer then
  remember_claim(q, nil, ARGV[7], ARGV[8], ARGV[9], words)
  return answer
end
-- @use fetch-mixed
return fetch_mixed(q, plain and popped, from, jobs, bytes, deadline, time, micros)
