-- Whether a text fits a LIKE pattern: segments with a % between each two, a segment being pieces of
-- text and of numbers, n for n times _. Characters are UTF-8. Segments have a fixed length, so the
-- leftmost place of each is right and nothing is tried twice. 'undecided' after 10,000 steps.
local function selector_like(text, segments)
  local work = 10000

  -- The place n characters on, or nil when there are fewer.
  local function skip(at, n)
    work = work - n
    for _ = 1, n do
      local byte = string.byte(text, at)
      if not byte or work < 0 then
        return nil
      end
      at = at + (byte < 0xC0 and 1 or byte < 0xE0 and 2 or byte < 0xF0 and 3 or 4)
    end
    return at
  end

  -- The place behind a segment that begins at `at`, or nil.
  local function fit(at, segment)
    for i = 1, #segment do
      local piece = segment[i]
      if type(piece) == 'number' then
        at = skip(at, piece)
      else
        work = work - 1 - #piece / 64
        local found = string.sub(text, at, at + #piece - 1) == piece
        at = found and at + #piece or nil
      end
      if not at then
        return nil
      end
    end
    return at
  end

  -- The place behind the leftmost fit from `at` on, or nil.
  local function find(at, segment)
    local lead = segment[1]
    while at and at <= #text and work > 0 do
      if type(lead) == 'string' then
        at = string.find(text, lead, at, true)
      end
      local behind = at and fit(at, segment)
      if behind then
        return behind
      end
      at = at and skip(at, 1)
    end
    return nil
  end

  -- Where the last segment must begin to end with the text; below 1 when the text is too short.
  local function tail(segment)
    local at = #text + 1
    for i = #segment, 1, -1 do
      if type(segment[i]) == 'string' then
        at = at - #segment[i]
      else
        for _ = 1, math.min(segment[i], #text + 1) do
          repeat
            at = at - 1
            local byte = string.byte(text, at)
          until at < 1 or byte < 0x80 or byte >= 0xC0
        end
      end
      if at < 1 then
        return 0
      end
    end
    return at
  end

  local function decide()
    local at = fit(1, segments[1])
    if not at or #segments == 1 then
      return at == #text + 1
    end
    local ending = tail(segments[#segments])
    if ending < at or not fit(ending, segments[#segments]) then
      return false
    end
    for i = 2, #segments - 1 do
      at = #segments[i] == 0 and at or find(at, segments[i])
      if not at or at > ending then
        return false
      end
    end
    return true
  end

  local fits = decide()
  if work <= 0 then
    return 'undecided'
  end
  return fits
end
