package io.echomq.jms.valkey;

import java.util.ArrayList;
import java.util.List;

/** A list in parts, so that no script call has too many arguments. */
final class Parts {
  private Parts() {}

  static <T> List<List<T>> of(List<T> all, int most) {
    List<List<T>> parts = new ArrayList<>();
    for (int i = 0; i < all.size(); i += most) {
      parts.add(all.subList(i, Math.min(all.size(), i + most)));
    }
    return parts;
  }
}
