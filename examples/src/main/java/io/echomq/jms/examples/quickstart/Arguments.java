package io.echomq.jms.examples.quickstart;

import java.util.Iterator;
import java.util.List;

/**
 * The command line.
 *
 * @param url address of the server; {@code embedded:} starts a private one
 * @param file path of the orders, {@code -} for standard input, null for the bundled ones
 * @param queue name of the queue
 * @param listeners number of listeners that share the work, 1 to 64
 * @param help whether only the usage was asked for
 */
record Arguments(String url, String file, String queue, int listeners, boolean help) {
  static final String USAGE =
      """
      usage: quickstart [--url URL] [--file FILE] [--queue NAME] [--listeners N]
        --url URL        the Valkey to use, for example valkey://localhost:6379
                         (default embedded: starts a private one and ends it with the program)
        --file FILE      orders as CSV, one a line; - reads standard input
                         (default: the 5,000 orders that come with the example)
        --queue NAME     the queue to use, empty at the start (default orders)
        --listeners N    how many listeners share the work, 1 to 64 (default 2)""";

  private static final int MOST_LISTENERS = 64;

  static Arguments parse(List<String> words) throws BadArgumentException {
    String url = "embedded:";
    String file = null;
    String queue = "orders";
    int listeners = 2;
    boolean help = false;
    for (Iterator<String> i = words.iterator(); i.hasNext(); ) {
      String option = i.next();
      switch (option) {
        case "--url" -> url = value(option, i);
        case "--file" -> file = value(option, i);
        case "--queue" -> queue = queueName(value(option, i));
        case "--listeners" -> listeners = count(option, value(option, i));
        case "--help", "-h" -> help = true;
        default -> throw new BadArgumentException("unknown argument '" + option + "'");
      }
    }
    return new Arguments(url, file, queue, listeners, help);
  }

  private static String value(String option, Iterator<String> rest) throws BadArgumentException {
    String value = rest.hasNext() ? rest.next() : "";
    if (value.isBlank() || value.startsWith("--")) {
      throw new BadArgumentException(option + " needs a value behind it");
    }
    return value;
  }

  private static String queueName(String name) throws BadArgumentException {
    if (!name.matches("[A-Za-z0-9._-]{1,128}")) {
      throw new BadArgumentException(
          "--queue must be 1 to 128 of A-Z a-z 0-9 . _ - and is '" + name + "'");
    }
    return name;
  }

  private static int count(String option, String word) throws BadArgumentException {
    try {
      int number = Integer.parseInt(word);
      if (number >= 1 && number <= MOST_LISTENERS) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      throw new BadArgumentException(range(option, word), notANumber);
    }
    throw new BadArgumentException(range(option, word));
  }

  private static String range(String option, String word) {
    return option
        + " must be a whole number from 1 to "
        + MOST_LISTENERS
        + " and is '"
        + word
        + "'";
  }
}
