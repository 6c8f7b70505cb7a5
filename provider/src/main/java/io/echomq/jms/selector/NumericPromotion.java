package io.echomq.jms.selector;

/**
 * Arithmetic with the numeric promotions of Java (§3.8.1.1): double if one operand is, else float
 * if one is, else long. Byte, short and int are computed as long, since literals have its range; a
 * result beyond it wraps as in Java. Null, for unknown, when an operand is no number and for a long
 * division by zero; a floating one gives an infinity or NaN.
 */
final class NumericPromotion {
  private NumericPromotion() {}

  static Number apply(ArithmeticOperator operator, Object left, Object right) {
    if (!(left instanceof Number a) || !(right instanceof Number b)) {
      return null;
    }
    if (a instanceof Double || b instanceof Double) {
      return operator.apply(a.doubleValue(), b.doubleValue());
    }
    if (a instanceof Float || b instanceof Float) {
      return operator.apply(a.floatValue(), b.floatValue());
    }
    if (operator == ArithmeticOperator.DIVIDE && b.longValue() == 0) {
      return null;
    }
    return operator.apply(a.longValue(), b.longValue());
  }

  static Number number(Object operand) {
    return operand instanceof Number number ? number : null;
  }

  static Number negate(Object operand) {
    if (operand instanceof Double number) {
      return -number;
    }
    if (operand instanceof Float number) {
      return -number;
    }
    return operand instanceof Number number ? (Number) (-number.longValue()) : null;
  }
}
