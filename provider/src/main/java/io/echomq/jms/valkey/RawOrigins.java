package io.echomq.jms.valkey;

import io.echomq.jms.wire.Address;
import io.echomq.jms.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who sent raw records: it is no field of theirs, but kept at the same position of a stream beside,
 * which only {@code noLocal} asks.
 *
 * <p>Threads: any (immutable).
 */
record RawOrigins(TopicPort port, Address topic) {

  /** See {@link Origin#toField}; a record of a foreign runtime is left out. */
  Map<StreamId, String> of(List<StreamRecord> records) throws WireException {
    List<StreamRecord> asked = new ArrayList<>();
    List<Command> questions = new ArrayList<>();
    byte[] beside = port.keys().beside(topic, "by");
    for (StreamRecord record : records) {
      if (!record.isOurs()) {
        String position = record.id().toString();
        asked.add(record);
        questions.add(Command.of("XRANGE", beside, position, position));
      }
    }
    Map<StreamId, String> origins = new HashMap<>();
    List<Object> answers = port.calls().pipeline(questions);
    for (int i = 0; i < asked.size(); i++) {
      for (Object entry : (List<?>) answers.get(i)) {
        List<?> fields = (List<?>) ((List<?>) entry).get(1);
        origins.put(asked.get(i).id(), Replies.toText(fields.get(1)));
      }
    }
    return origins;
  }
}
