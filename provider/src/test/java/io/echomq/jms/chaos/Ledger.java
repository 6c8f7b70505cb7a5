package io.echomq.jms.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts what the journals tell, and says what cannot be true.
 *
 * <p>Threads: any.
 */
final class Ledger {
  /** Clocks of one machine, and a thread that waits for a processor. */
  private static final long LATE_MILLIS = 500;

  private final Set<String> sent = new HashSet<>();
  private final Set<String> refused = new HashSet<>();
  private final Map<String, Set<Integer>> received = new HashMap<>();
  private final Map<String, Integer> consumed = new HashMap<>();
  private final Map<String, Integer> endings = new TreeMap<>();
  private final Map<String, List<String>> histories = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  synchronized void note(String line) {
    String[] words = line.split(" ");
    if (words.length > 1) {
      histories.computeIfAbsent(words[1], key -> new ArrayList<>()).add(line);
    }
    switch (words[0]) {
      case Journal.SENT -> sent.add(words[1]);
      case Journal.REFUSED -> refused.add(words[1]);
      case Journal.RECEIVED -> received(words);
      case Journal.CONSUMED -> {
        if (consumed.put(words[1], Integer.valueOf(words[2])) != null) {
          faults.add("consumed twice: " + histories.get(words[1]));
        }
      }
      case Journal.BROKEN -> faults.add(line + story(words));
      case Journal.ENDED ->
          endings.merge(line.replaceAll("[0-9]+[A-Za-z0-9-]*", "#"), 1, Integer::sum);
      default -> {} // begun, or a program's own words
    }
  }

  /** What is known of the keys that a fault names. */
  private String story(String[] words) {
    StringBuilder told = new StringBuilder();
    for (String word : words) {
      if (word.startsWith("K")) {
        told.append(' ').append(histories.get(word));
      }
    }
    return told.toString();
  }

  private void received(String[] words) {
    if (!received
        .computeIfAbsent(words[1], key -> new HashSet<>())
        .add(Integer.valueOf(words[2]))) {
      faults.add("delivered twice with one count: " + histories.get(words[1]));
    }
    long off = Long.parseLong(words[3]);
    if (off < 0 || off > LATE_MILLIS) {
      faults.add("delivered " + off + " ms off its time: " + String.join(" ", words));
    }
  }

  /** All that is wrong, now that every queue is empty and every program has ended. */
  synchronized List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    for (String key : sent) {
      if (key.startsWith("K") && !received.containsKey(key)) {
        all.add("lost: " + histories.get(key));
      }
    }
    for (String key : refused) {
      if (received.containsKey(key)) {
        all.add("refused and delivered: " + histories.get(key));
      }
    }
    consumed.forEach(
        (key, count) -> {
          if (received.get(key).stream().anyMatch(other -> other > count)) {
            all.add(
                "delivered after it was consumed with count " + count + ": " + histories.get(key));
          }
        });
    return all;
  }

  synchronized String summary() {
    long again = received.values().stream().filter(counts -> counts.size() > 1).count();
    return "sent %d, refused %d, received %d (%d more than once), confirmed %d; endings %s"
        .formatted(sent.size(), refused.size(), received.size(), again, consumed.size(), endings);
  }
}
