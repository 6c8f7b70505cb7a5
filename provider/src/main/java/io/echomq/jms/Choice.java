package io.echomq.jms;

import io.echomq.jms.client.Selectors;
import io.echomq.jms.wire.Selection;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Which messages a call of {@link EchoMQAdmin} means.
 *
 * <p>Threads: immutable.
 */
public final class Choice {
  private static final Choice ALL = new Choice(Selection.ALL);
  private static final String PREFIX = "ID:";

  private final Selection selection;

  private Choice(Selection selection) {
    this.selection = selection;
  }

  /** Every message. */
  public static Choice all() {
    return ALL;
  }

  /**
   * The messages of these ids.
   *
   * @param ids {@code JMSMessageID}s, or job ids without {@code ID:}. A message that was stored
   *     under another id than its {@code JMSMessageID} (its own was taken) is named by its job id
   */
  public static Choice ids(Collection<String> ids) {
    List<String> plain =
        ids.stream().map(id -> id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : id).toList();
    return new Choice(new Selection(plain, null));
  }

  /** As {@link #ids(Collection)}. */
  public static Choice ids(String... ids) {
    return ids(Arrays.asList(ids));
  }

  /**
   * The messages that a selector matches (§3.8).
   *
   * @param selector null, empty or blank: every message
   * @throws InvalidSelectorException naming the place
   */
  public static Choice matching(String selector) throws JMSException {
    return new Choice(new Selection(null, Selectors.filter(selector)));
  }

  Selection selection() {
    return selection;
  }
}
