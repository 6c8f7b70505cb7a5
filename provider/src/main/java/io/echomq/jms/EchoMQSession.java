package io.echomq.jms;

import io.echomq.jms.tx.IndividualUnit;

/** Session modes beyond those of {@link jakarta.jms.Session}. */
public final class EchoMQSession {

  /**
   * {@code Message.acknowledge()} acknowledges that message only; what is not acknowledged comes
   * again with {@code recover} or the end of the session. For {@code createSession} and {@code
   * createContext}; the option {@code acknowledgeMode=individual} gives the same meaning to {@code
   * CLIENT_ACKNOWLEDGE}.
   */
  public static final int INDIVIDUAL_ACKNOWLEDGE = IndividualUnit.MODE;

  private EchoMQSession() {}
}
