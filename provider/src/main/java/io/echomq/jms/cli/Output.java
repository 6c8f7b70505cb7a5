package io.echomq.jms.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shows results: as a table for people, or as JSON, one object a line, for programs. Keys of rows
 * are the table's heads and JSON's names.
 *
 * <p>Threads: for one.
 */
final class Output {
  private static final int MAX_CELL = 60;

  private final PrintStream out;
  private final boolean json;

  Output(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /** Many things of one kind. */
  void rows(List<Map<String, Object>> rows, String none) {
    if (json) {
      rows.forEach(this::line);
    } else if (rows.isEmpty()) {
      out.println(none);
    } else {
      table(rows);
    }
  }

  /** One thing: a line for each of its values. */
  void one(Map<String, Object> row) {
    if (json) {
      line(row);
      return;
    }
    int width = row.keySet().stream().mapToInt(String::length).max().orElse(0);
    row.forEach((key, value) -> out.println(pad(key, width) + "  " + cell(value)));
  }

  /** One thing as it comes, in a stream of them; flushed, for it may be long before the next. */
  void next(Map<String, Object> row, String text) {
    if (json) {
      line(row);
    } else {
      out.println(printable(text));
    }
    out.flush();
  }

  private void line(Map<String, Object> row) {
    out.println(Json.of(row));
  }

  private void table(List<Map<String, Object>> rows) {
    List<String> heads = new ArrayList<>(rows.get(0).keySet());
    int[] widths = new int[heads.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = heads.get(i).length();
      for (Map<String, Object> row : rows) {
        widths[i] = Math.max(widths[i], cell(row.get(heads.get(i))).length());
      }
    }
    StringBuilder head = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      boolean number = rows.get(0).get(heads.get(i)) instanceof Number;
      append(head, heads.get(i), widths[i], number);
    }
    out.println(head.toString().stripTrailing());
    for (Map<String, Object> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        Object value = row.get(heads.get(i));
        append(line, cell(value), widths[i], value instanceof Number);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static void append(StringBuilder line, String cell, int width, boolean right) {
    if (line.length() > 0) {
      line.append("  ");
    }
    line.append(right ? " ".repeat(width - cell.length()) + cell : pad(cell, width));
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static String cell(Object value) {
    String text = printable(text(value));
    return text.length() <= MAX_CELL ? text : text.substring(0, MAX_CELL - 1) + "…";
  }

  /** A value for people. */
  static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return "(" + bytes.length + " bytes)";
    }
    return value == null ? "-" : value.toString();
  }

  /** A terminal obeys control characters, and a message may hold any. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
