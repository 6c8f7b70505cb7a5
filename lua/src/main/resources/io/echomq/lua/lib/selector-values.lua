-- @use minted-at
-- @use selector-decode
-- @use to-float
-- Adds the values of a selector to c.values, by their name in the program: literals, properties,
-- header fields and arithmetic with the promotions of Java. Each is a value and its kind.
local function selector_values(c)
  local function constant(a, ka)
    return function()
      return a, ka
    end
  end
  for _, tag in ipairs({ 'l', 'd', 'f' }) do
    c.values[tag] = function(node)
      return constant(selector_decode({ [tag] = node[2] }))
    end
  end
  for _, plain in ipairs({ 's', 'b' }) do
    c.values[plain] = function(node)
      return constant(node[2], plain)
    end
  end

  c.values.p = function(node)
    local key, name = node[2], node[3]
    return function(h)
      local properties = h[key]
      if type(properties) ~= 'table' then
        return nil, nil
      end
      return selector_decode(properties[name])
    end
  end

  -- A header field, and what it is when it is absent.
  local function field(name, absent)
    c.values[name] = function(node)
      c.by_id = c.by_id or name == 'id' or name == 'time'
      return function(h, id)
        local v = h[node[2]]
        if v == nil then
          return absent(id)
        end
        return selector_decode(v)
      end
    end
  end
  field('text', constant(nil, nil))
  field('priority', constant(4, 'i'))
  field('mode', constant('PERSISTENT', 's'))
  field('id', function(id)
    return id and 'ID:' .. id, id and 's'
  end)
  field('time', function(id)
    local time = id and minted_at(id)
    return time, time and 'i' or id and 'u' or nil
  end)

  -- The header line holds the delivery mode as its number.
  local stored = c.values.mode
  c.values.mode = function(node)
    local mode, names = stored(node), { 'NON_PERSISTENT', 'PERSISTENT' }
    return function(h, id)
      local a, ka = mode(h, id)
      if ka == 'i' then
        a, ka = names[a], names[a] and 's' or 'u'
      end
      return a, ka
    end
  end

  local function sign(name, negative)
    c.values[name] = function(node)
      local operand = c.value(node[2])
      return function(h, id)
        local a, ka = operand(h, id)
        if ka == nil or ka == 's' or ka == 'b' then
          return nil, nil
        end
        if ka == 'u' or not negative then
          return a, ka
        end
        if ka == 'L' then
          local positive = string.sub(a, 1, 1) ~= '-'
          return positive and '-' .. a or a == '-9223372036854775808' and a or string.sub(a, 2), ka
        end
        return ka == 'i' and 0 - a or -a, ka
      end
    end
  end
  sign('neg', true)
  sign('pos', false)

  local function arithmetic(name, apply)
    c.values[name] = function(node)
      local left, right = c.value(node[2]), c.value(node[3])
      return function(h, id)
        local a, ka = left(h, id)
        local b, kb = right(h, id)
        if ka == nil or kb == nil or ka == 's' or kb == 's' or ka == 'b' or kb == 'b' then
          return nil, nil
        end
        if ka == 'u' or kb == 'u' then
          return nil, 'u'
        end
        if ka == 'd' or kb == 'd' then
          return apply(tonumber(a), tonumber(b)), 'd'
        end
        if ka == 'L' or kb == 'L' then
          return nil, 'u'
        end
        if ka == 'f' or kb == 'f' then
          return (to_float(apply((to_float(a)), (to_float(b))))), 'f'
        end
        if name == '/' then
          if b == 0 then
            return nil, nil
          end
          return (a - math.fmod(a, b)) / b + 0, 'i'
        end
        local result = apply(a, b) + 0 -- adding 0 makes the double -0 the long 0
        if math.abs(result) >= 9007199254740992 then
          return nil, 'u'
        end
        return result, 'i'
      end
    end
  end
  arithmetic('+', function(a, b) return a + b end)
  arithmetic('-', function(a, b) return a - b end)
  arithmetic('*', function(a, b) return a * b end)
  arithmetic('/', function(a, b) return a / b end)
end
