package io.echomq.jms.cases;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.echomq.testing.TestServer;
import io.echomq.testing.WithServer;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a consumer of a shared durable subscription leaves whose JVM is killed. */
@WithServer
@Timeout(300)
class TopicCrashIT {
  private static final int ALL = 10_000;

  @Test
  void everyMessageIsProcessedAndOnlyWhatTheKilledOneHeldComesTwice(TestServer server)
      throws Exception {
    String uri = server.uri("lease=3s&beat=50ms");
    try (TopicScene scene = new TopicScene(uri);
        SharedWorker killed = SharedWorker.start(uri, "workers");
        SharedWorker second = SharedWorker.start(uri, "workers");
        SharedWorker third = SharedWorker.start(uri, "workers")) {
      Topic topic = scene.topic("workers");
      for (int sent = 0; sent < ALL; sent += 500) {
        String[] texts = new String[500];
        for (int i = 0; i < texts.length; i++) {
          texts[i] = Integer.toString(sent + i);
        }
        scene.publish(topic, texts);
        if (sent == ALL / 2) {
          killed.kill();
        }
      }

      List<SharedWorker> all = List.of(killed, second, third);
      await().atMost(120, TimeUnit.SECONDS).until(() -> distinct(all).size() == ALL);

      Map<String, Integer> times = new HashMap<>();
      all.forEach(one -> one.handed().forEach(text -> times.merge(text, 1, Integer::sum)));
      Set<String> ofTheKilled = new HashSet<>(killed.handed());
      List<String> wrong = new ArrayList<>();
      times.forEach(
          (text, count) -> {
            if (count > 1 && !ofTheKilled.contains(text)) {
              wrong.add(text);
            }
          });
      assertTrue(wrong.isEmpty(), () -> "came twice and were not the killed one's: " + wrong);
      // What it had acknowledged never comes again: only the last of what it was handed may.
      List<String> handed = killed.handed();
      int unsettled = 0;
      while (unsettled < handed.size()
          && times.get(handed.get(handed.size() - 1 - unsettled)) > 1) {
        unsettled++;
      }
      List<String> acknowledged = handed.subList(0, handed.size() - unsettled);
      assertTrue(
          acknowledged.stream().allMatch(text -> times.get(text) == 1),
          "what was acknowledged before others came twice");
      for (SharedWorker one : all) {
        assertTrue(!one.handed().isEmpty(), "a worker got nothing");
      }
    }
  }

  private static Set<String> distinct(List<SharedWorker> workers) {
    Set<String> all = new HashSet<>();
    workers.forEach(one -> all.addAll(one.handed()));
    return all;
  }
}
