package io.echomq.jms.valkey;

import java.util.List;

/**
 * A message as the append scripts take it.
 *
 * @param id the branded id it asks for
 * @param due server ms before which it is not delivered; 0 at once
 * @param fields names and values by turns, without {@code id}
 * @param bytes about how much it puts on the wire
 */
record TopicRecord(String id, String position, long due, List<Object> fields, long bytes) {

  /** Adds the arguments of a record. */
  void addTo(Command command) {
    command.add(id).add(due > 0 ? position + "@" + due : position).add(fields.size() / 2);
    fields.forEach(command::add);
  }
}
