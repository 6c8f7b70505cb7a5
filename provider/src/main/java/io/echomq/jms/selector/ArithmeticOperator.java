package io.echomq.jms.selector;

/** The four operations of §3.8.1.1; a long division truncates and must not be by zero. */
enum ArithmeticOperator {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/");

  private final String symbol;

  ArithmeticOperator(String symbol) {
    this.symbol = symbol;
  }

  String symbol() {
    return symbol;
  }

  long apply(long a, long b) {
    return switch (this) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
    };
  }

  float apply(float a, float b) {
    return switch (this) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
    };
  }

  double apply(double a, double b) {
    return switch (this) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
    };
  }
}
