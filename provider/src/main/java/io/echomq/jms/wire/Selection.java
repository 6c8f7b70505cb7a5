package io.echomq.jms.wire;

import java.util.List;

/**
 * Which messages an operator means.
 *
 * @param ids job ids; null: not by id
 * @param filter null: every message
 */
public record Selection(List<String> ids, Filter filter) {

  /** Every message. */
  public static final Selection ALL = new Selection(null, null);

  public Selection {
    if (ids != null && filter != null) {
      throw new IllegalArgumentException("select by ids or by a filter, not by both");
    }
    ids = ids == null ? null : List.copyOf(ids);
  }
}
