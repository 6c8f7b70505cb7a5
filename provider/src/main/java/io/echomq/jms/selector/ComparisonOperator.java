package io.echomq.jms.selector;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The comparisons of §3.8.1.1; strings and booleans know only the first two. */
enum ComparisonOperator {
  EQUAL("=", EnumSet.of(NumericOrder.EQUAL)),
  NOT_EQUAL("<>", EnumSet.complementOf(EnumSet.of(NumericOrder.EQUAL))),
  LESS("<", EnumSet.of(NumericOrder.LESS)),
  LESS_OR_EQUAL("<=", EnumSet.of(NumericOrder.LESS, NumericOrder.EQUAL)),
  GREATER(">", EnumSet.of(NumericOrder.GREATER)),
  GREATER_OR_EQUAL(">=", EnumSet.of(NumericOrder.GREATER, NumericOrder.EQUAL));

  private final String symbol;
  private final Set<NumericOrder> accepted;

  ComparisonOperator(String symbol, Set<NumericOrder> accepted) {
    this.symbol = symbol;
    this.accepted = accepted;
  }

  String symbol() {
    return symbol;
  }

  boolean isEquality() {
    return this == EQUAL || this == NOT_EQUAL;
  }

  static Optional<ComparisonOperator> of(Token token) {
    for (ComparisonOperator operator : values()) {
      if (token.isSymbol(operator.symbol)) {
        return Optional.of(operator);
      }
    }
    return Optional.empty();
  }

  /** False for values of unlike types, and for an order of strings or booleans. */
  boolean test(Object a, Object b) {
    if (a instanceof Number left && b instanceof Number right) {
      return accepted.contains(NumericOrder.of(left, right));
    }
    boolean alike = a instanceof String && b instanceof String;
    alike |= a instanceof Boolean && b instanceof Boolean;
    return alike && isEquality() && a.equals(b) == (this == EQUAL);
  }
}
