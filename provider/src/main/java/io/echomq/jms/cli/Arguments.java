package io.echomq.jms.cli;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words behind a command: plain ones, flags ({@code --force}) and options ({@code --max 5} or
 * {@code --max=5}). What a command does not ask for is refused by name.
 */
final class Arguments {
  /** Options without a value. */
  private static final Set<String> FLAGS =
      Set.of("--json", "--force", "--force-prepared", "--all", "--keep-count", "--help");

  /** Options with one: an option that is neither must not take the next word with it. */
  private static final Set<String> VALUED =
      Set.of("--url", "--selector", "--max", "--last", "--to", "--client");

  /** A number below 0 or a span backwards is a word, to be refused by who asks for it. */
  private static final Pattern NEGATIVE = Pattern.compile("-\\d.*");

  private final Deque<String> words = new ArrayDeque<>();
  private final Map<String, String> options = new LinkedHashMap<>();

  Arguments(List<String> args) throws UsageException {
    boolean literal = false;
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (literal || !arg.startsWith("-") || arg.equals("-") || NEGATIVE.matcher(arg).matches()) {
        words.add(arg);
      } else if (arg.equals("--")) {
        literal = true;
      } else {
        String name = arg.equals("-n") ? "--max" : arg.equals("-h") ? "--help" : arg;
        int equals = name.indexOf('=');
        String bare = equals > 0 ? name.substring(0, equals) : name;
        if (!FLAGS.contains(bare) && !VALUED.contains(bare)) {
          throw new UsageException("unknown option '" + bare + "'");
        }
        if (equals > 0) {
          put(bare, name.substring(equals + 1));
        } else if (FLAGS.contains(name)) {
          put(name, "");
        } else if (i + 1 < args.size()) {
          put(name, args.get(++i));
        } else {
          throw new UsageException(name + " needs a value");
        }
      }
    }
  }

  private void put(String name, String value) throws UsageException {
    if (FLAGS.contains(name) && !value.isEmpty()) {
      throw new UsageException(name + " takes no value, got '" + value + "'");
    }
    if (options.put(name, value) != null) {
      throw new UsageException(name + " is given twice");
    }
  }

  boolean has(String option) {
    return options.containsKey(option);
  }

  /** Takes a flag. */
  boolean flag(String name) {
    return options.remove(name) != null;
  }

  /** Takes an option; null when it is not given. */
  String option(String name) {
    return options.remove(name);
  }

  /** Takes an option that is a number of 0 or more. */
  int number(String name, int otherwise) throws UsageException {
    String text = options.remove(name);
    return text == null ? otherwise : number(name, text);
  }

  private static int number(String what, String text) throws UsageException {
    try {
      int number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException none) {
      throw new UsageException(what + " needs a number of 0 or more, got '" + text + "'");
    }
    throw new UsageException(what + " needs a number of 0 or more, got '" + text + "'");
  }

  /** Takes the next plain word. */
  String word(String what) throws UsageException {
    if (words.isEmpty()) {
      throw new UsageException("the " + what + " is missing");
    }
    return words.poll();
  }

  /** Takes the next plain word as the name of a queue, or of a view of one. */
  String queue(String what) throws UsageException {
    return queue(what, word(what));
  }

  /** Checks the name of a queue. */
  static String queue(String what, String name) throws UsageException {
    try {
      return Address.queue(name).name();
    } catch (WireException refused) {
      throw new UsageException("the " + what + ": " + refused.getMessage());
    }
  }

  /** Takes the next plain word as a number of 0 or more. */
  int numberWord(String what) throws UsageException {
    return number("the " + what, word(what));
  }

  /** Takes all plain words that are left. */
  List<String> rest() {
    List<String> rest = List.copyOf(words);
    words.clear();
    return rest;
  }

  /** Refuses what nobody has taken. */
  void end() throws UsageException {
    if (!words.isEmpty()) {
      throw new UsageException("unknown argument '" + words.peek() + "'");
    }
    if (!options.isEmpty()) {
      throw new UsageException("unknown option '" + options.keySet().iterator().next() + "'");
    }
  }
}
