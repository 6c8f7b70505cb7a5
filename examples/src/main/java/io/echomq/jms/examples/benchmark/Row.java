package io.echomq.jms.examples.benchmark;

import jakarta.jms.JMSException;

/**
 * One line of the table.
 *
 * @param name as on the command line
 * @param what for the reader
 * @param rounds counted ones at most, after one that does not count; 0: as many as asked for
 * @param workload runs one round
 */
record Row(String name, String what, int rounds, Workload workload) {

  /** One round of a row against one system. */
  interface Workload {
    Sample run(Site site) throws JMSException, InterruptedException;
  }

  static Row of(String name, String what, Workload workload) {
    return new Row(name, what, 0, workload);
  }
}
