package io.echomq.jms.transactions;

/** The calls of a transaction with a queue and a database, each before and after it is made. */
enum CrashPoint {
  QUEUE_END,
  DATABASE_END,
  QUEUE_PREPARE,
  DATABASE_PREPARE,
  QUEUE_DECISION,
  DATABASE_DECISION;

  /** What a process was told to do. */
  record Plan(CrashPoint point, boolean after, boolean commit) {
    String text() {
      return point + (after ? "+" : "-") + (commit ? "commit" : "rollback");
    }

    static Plan of(String text) {
      int sign = Math.max(text.indexOf('+'), text.indexOf('-'));
      return new Plan(
          CrashPoint.valueOf(text.substring(0, sign)),
          text.charAt(sign) == '+',
          text.endsWith("commit"));
    }
  }
}
