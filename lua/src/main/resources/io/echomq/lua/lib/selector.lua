-- @use selector-conditions
-- @use selector-decode
-- @use selector-values
-- Compiles a message selector (Jakarta Messaging 3.1, section 3.8) once a call; its form is defined
-- by SelectorProgram in package io.echomq.jms.selector. Returns match(header, id): `header` is the
-- decoded header line of a payload, an empty table when it has none, nil when it cannot be decoded;
-- `id` the job's id, which gives JMSMessageID and JMSTimestamp when the header leaves them out. match
-- answers true, false, nil (unknown: not selected either) or 'undecided' (the client must look:
-- beyond what doubles hold exactly, a header of unknown form, too much work for one message).
-- The second value: the program's texts for selector_hopeless, or nil. The third: true when equal header
-- lines may be decided in unlike ways, by their ids.
-- Fails on a program of another version. match costs its nodes, and for LIKE at most 16 KB of text
-- and 10,000 steps.
local function selector(program_json)
  local program = cjson.decode(program_json)
  if program[1] ~= 1 then
    error('selector program of version ' .. tostring(program[1]) .. ', this server script knows 1')
  end

  -- What most ask for is built in a tenth of the time: a property, or a header that is a text, equals a text.
  local _, subject, object = unpack(program[2])
  if program[2][1] == '=' and (subject[1] == 'p' or subject[1] == 'text') and object[1] == 's' then
    local key, name, text = subject[2], subject[3], object[2]
    return function(h)
      if type(h) ~= 'table' then
        return 'undecided'
      end
      local v = h[key]
      if name and type(v) ~= 'table' then
        return nil
      elseif name then
        v = v[name]
      end
      if type(v) == 'string' then
        return v == text
      end
      local _, kind = selector_decode(v)
      if kind == nil then
        return nil
      end
      return kind == 'u' and 'undecided'
    end, program[3]
  end

  -- A value is two results: what it is, and its kind: 'i' a whole number below 2^53, 'L' the digits
  -- of a longer long, 'd' a double, 'f' a float (the double that equals it), 's' a string, 'b' a
  -- boolean, 'u' undecided, nil NULL. A condition is one: true, false, nil or 'undecided'.
  local c = { values = {}, conditions = {} }
  selector_values(c)
  selector_conditions(c)

  function c.value(node)
    local build = c.values[node[1]]
    if build then
      return build(node)
    end
    if not c.conditions[node[1]] then
      error('selector program with unknown operation ' .. tostring(node[1]))
    end
    local condition = c.condition(node)
    return function(h, id)
      local r = condition(h, id)
      if r == 'undecided' then
        return nil, 'u'
      end
      return r, r ~= nil and 'b' or nil
    end
  end

  function c.condition(node)
    local build = c.conditions[node[1]]
    if build then
      return build(node)
    end
    local value = c.value(node)
    return function(h, id)
      local a, ka = value(h, id)
      if ka == 'u' then
        return 'undecided'
      end
      if ka == 'b' then
        return a
      end
      return nil
    end
  end

  local match = c.condition(program[2])
  return function(h, id)
    if type(h) ~= 'table' then
      return 'undecided'
    end
    return match(h, id)
  end, program[3], c.by_id
end
