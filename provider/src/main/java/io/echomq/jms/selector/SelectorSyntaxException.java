package io.echomq.jms.selector;

/** A selector that is wrong in itself; says where, what stands there and what was expected. */
public final class SelectorSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 200;

  private final String selector;
  private final int offset;
  private final String found;
  private final String expected;

  SelectorSyntaxException(String selector, int offset, String found, String expected) {
    super(message(selector, offset, found, expected));
    this.selector = selector;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  /** The whole selector. */
  public String selector() {
    return selector;
  }

  /** Where the fault is: UTF-16 units from the start, 0 for the first. */
  public int offset() {
    return offset;
  }

  /** The line of the fault, 1 for the first. */
  public int line() {
    return line(selector, offset);
  }

  /** The column of the fault in its line, 1 for the first. */
  public int column() {
    return column(selector, offset);
  }

  /** What stands there; {@code end of selector} when it ends too early. */
  public String found() {
    return found;
  }

  /** What was expected instead. */
  public String expected() {
    return expected;
  }

  private static String message(String selector, int offset, String found, String expected) {
    String shown = selector.length() > SHOWN ? selector.substring(0, SHOWN) + "…" : selector;
    return "Invalid selector at line %d, column %d, at %s: expected %s. Selector: %s"
        .formatted(line(selector, offset), column(selector, offset), found, expected, shown);
  }

  private static int line(String selector, int offset) {
    return 1 + (int) selector.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  private static int column(String selector, int offset) {
    return offset - selector.lastIndexOf('\n', offset - 1);
  }
}
