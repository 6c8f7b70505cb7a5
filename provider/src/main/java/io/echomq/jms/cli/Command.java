package io.echomq.jms.cli;

import jakarta.jms.JMSException;

/** One command of the command line. */
interface Command {
  /** Everything was done. */
  int DONE = 0;

  /** The server refused, is away, or what is named is not there. */
  int FAILED = 1;

  /** Wrong arguments. */
  int USAGE = 2;

  /** Some of the messages that were meant stay as they are. */
  int SOME_STAY = 3;

  /** The word that names it. */
  String name();

  /** Its arguments, as help shows them. */
  String arguments();

  /** What it does, in one line. */
  String purpose();

  /**
   * Takes what it knows of the arguments and refuses the rest; nothing is connected yet.
   *
   * @return what is to be done
   */
  Action prepare(Arguments arguments) throws UsageException, JMSException;

  /** What a command does once it is connected. */
  interface Action {
    /**
     * Does it.
     *
     * @return the exit code
     */
    int run(Session session) throws JMSException;
  }
}
