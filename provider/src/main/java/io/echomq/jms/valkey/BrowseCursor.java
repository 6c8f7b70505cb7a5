package io.echomq.jms.valkey;

import io.echomq.jms.wire.WireError;
import io.echomq.jms.wire.WireException;

/**
 * Where a browser stands.
 *
 * @param lane the lane that is looked through; {@value #FLAT} for what waits in none
 * @param score of the last member seen; empty at the beginning
 * @param id of the last member seen; empty at the beginning
 */
record BrowseCursor(String lane, String score, String id) {
  static final String FLAT = "-";

  static BrowseCursor startOf(String lane) {
    return new BrowseCursor(lane, BrowsedPage.NO_CURSOR, BrowsedPage.NO_CURSOR);
  }

  /** Reads what {@link #text} wrote; null is the beginning. */
  static BrowseCursor parse(String text) throws WireException {
    if (text == null) {
      return startOf(FLAT);
    }
    String[] parts = text.split(" ", -1);
    if (parts.length != 3) {
      throw new WireException(
          WireError.MALFORMED, "'" + text + "' is no cursor of a page; pass the one answered");
    }
    return new BrowseCursor(parts[0], parts[1], parts[2]);
  }

  String text() {
    return lane + " " + score + " " + id;
  }

  boolean isFlat() {
    return lane.equals(FLAT);
  }
}
