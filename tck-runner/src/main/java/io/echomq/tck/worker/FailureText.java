package io.echomq.tck.worker;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** A failure as a reader wants it: every message on the chain of causes, and where it came from. */
final class FailureText {
  private static final int MAX_CAUSES = 8;
  private static final int MAX_FRAMES = 6;

  private FailureText() {}

  /** The chain of causes with their messages, then the frames of the root that tell something. */
  static String of(Throwable failure) {
    StringBuilder text = new StringBuilder();
    Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable root = failure;
    for (Throwable each = failure;
        each != null && told.size() < MAX_CAUSES && told.add(each);
        each = each.getCause()) {
      text.append(text.isEmpty() ? "" : "\ncaused by ").append(one(each));
      root = each;
    }
    int frames = 0;
    for (StackTraceElement frame : root.getStackTrace()) {
      if (frames < MAX_FRAMES && isTelling(frame.getClassName())) {
        text.append("\n  at ").append(frame);
        frames++;
      }
    }
    return text.toString();
  }

  private static String one(Throwable failure) {
    String message = failure.getMessage();
    String type = failure.getClass().getSimpleName();
    return message == null ? type : type + ": " + message.replaceAll("\\s+", " ").strip();
  }

  private static boolean isTelling(String className) {
    return className.startsWith("com.sun.ts.") || className.startsWith("io.echomq.");
  }
}
