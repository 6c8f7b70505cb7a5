package io.echomq.jms.examples.quickstart;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** One order, as a line {@code order_id,customer,sku,quantity,unit_price,currency,ordered_at}. */
record Order(
    String id,
    String customer,
    String sku,
    int quantity,
    BigDecimal unitPrice,
    String currency,
    Instant orderedAt) {
  static final String HEADING = "order_id,";

  private static final int FIELDS = 7;
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");
  private static final Pattern PRICE = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,4})?");

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException when the line is no order; the message names the field
   */
  static Order parse(String line) {
    String[] field = line.split(",", -1);
    if (field.length != FIELDS) {
      throw new IllegalArgumentException(
          "an order has " + FIELDS + " fields and this line has " + field.length);
    }
    return new Order(
        field[0],
        field[1],
        field[2],
        number("quantity", field[3], WHOLE).intValueExact(),
        number("unit_price", field[4], PRICE),
        field[5],
        time(field[6]));
  }

  static boolean isWellFormed(String line) {
    try {
      parse(line);
      return true;
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  BigDecimal total() {
    return unitPrice.multiply(BigDecimal.valueOf(quantity));
  }

  private static BigDecimal number(String name, String text, Pattern form) {
    if (!form.matcher(text).matches()) {
      throw new IllegalArgumentException(name + " is no number: '" + text + "'");
    }
    return new BigDecimal(text);
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException bad) {
      throw new IllegalArgumentException("ordered_at is no time: '" + text + "'", bad);
    }
  }
}
