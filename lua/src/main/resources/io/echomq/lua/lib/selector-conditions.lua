-- @use selector-like
-- @use selector-order
-- Adds the conditions of a selector to c.conditions, by their name in the program. Three-valued:
-- true, false, nil for unknown; and 'undecided'. Unlike kinds compare as false.
local function selector_conditions(c)
  local numeric = { i = true, L = true, d = true, f = true }

  -- less, same, more: the answer for each order of two numbers.
  local function comparison(name, less, same, more)
    local equality = less == more
    c.conditions[name] = function(node)
      local left, right = c.value(node[2]), c.value(node[3])
      return function(h, id)
        local a, ka = left(h, id)
        local b, kb = right(h, id)
        if ka == nil or kb == nil then
          return nil
        end
        if ka == 'u' or kb == 'u' then
          return 'undecided'
        end
        if numeric[ka] and numeric[kb] then
          local order = selector_order(a, ka, b, kb)
          if order == nil then
            return equality and less
          end
          if order == 0 then
            return same
          end
          return order < 0 and less or order > 0 and more
        end
        return ka == kb and equality and (a == b) == same
      end
    end
  end
  comparison('=', false, true, false)
  comparison('<>', true, false, true)
  comparison('<', true, false, false)
  comparison('<=', true, true, false)
  comparison('>', false, false, true)
  comparison('>=', false, true, true)

  local function junction(name, decisive)
    c.conditions[name] = function(node)
      local operands = {}
      for i = 2, #node do
        operands[i - 1] = c.condition(node[i])
      end
      return function(h, id)
        local undecided, unknown = false, false
        for i = 1, #operands do
          local r = operands[i](h, id)
          if r == decisive then
            return decisive
          end
          undecided, unknown = undecided or r == 'undecided', unknown or r == nil
        end
        if undecided then
          return 'undecided'
        end
        if unknown then
          return nil
        end
        return not decisive
      end
    end
  end
  junction('and', false)
  junction('or', true)

  c.conditions['not'] = function(node)
    local operand = c.condition(node[2])
    return function(h, id)
      local r = operand(h, id)
      if r == nil or r == 'undecided' then
        return r
      end
      return not r
    end
  end

  c.conditions.undecided = function()
    return function()
      return 'undecided'
    end
  end

  c.conditions.null = function(node)
    local operand = c.value(node[2])
    return function(h, id)
      local _, ka = operand(h, id)
      return ka == 'u' and 'undecided' or ka == nil
    end
  end

  -- A test of texts: unknown for NULL and for what is no text.
  local function of_text(name, prepare)
    c.conditions[name] = function(node)
      local operand, test = c.value(node[2]), prepare(node[3])
      return function(h, id)
        local a, ka = operand(h, id)
        if ka == 'u' then
          return 'undecided'
        end
        if ka ~= 's' then
          return nil
        end
        return test(a)
      end
    end
  end

  of_text('in', function(list)
    local texts = {}
    for i = 1, #list do
      texts[list[i]] = true
    end
    return function(text)
      return texts[text] == true
    end
  end)

  of_text('like', function(segments)
    return function(text)
      return #text > 16384 and 'undecided' or selector_like(text, segments)
    end
  end)
end
