package io.echomq.jms.cli;

import jakarta.jms.JMSException;

/**
 * A command made of its words and the function that reads its arguments.
 *
 * @param name see {@link Command#name}
 * @param arguments see {@link Command#arguments}
 * @param purpose see {@link Command#purpose}
 * @param preparation see {@link Command#prepare}
 */
record SimpleCommand(String name, String arguments, String purpose, Preparation preparation)
    implements Command {

  /** See {@link Command#prepare}. */
  interface Preparation {
    Action of(Arguments arguments) throws UsageException, JMSException;
  }

  @Override
  public Action prepare(Arguments arguments) throws UsageException, JMSException {
    return preparation.of(arguments);
  }
}
