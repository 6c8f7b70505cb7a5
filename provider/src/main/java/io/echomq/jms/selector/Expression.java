package io.echomq.jms.selector;

import java.util.List;
import java.util.Set;

/**
 * A node of a parsed selector. Evaluation answers a Boolean, a String, a Number, or null for NULL
 * and unknown alike (§3.8.1.2 tells them apart nowhere).
 *
 * <p>Where the specification is silent: a value that is no boolean, used as a condition, is
 * unknown; arithmetic on what is no number is unknown; so is a long division by zero.
 */
sealed interface Expression {

  /** The value for one message. */
  Object evaluate(PropertySource source);

  /** What is known of the value beforehand. */
  Kind kind();

  /** A String, Boolean, Long, Double or Float. */
  record Literal(Object value) implements Expression {
    @Override
    public Object evaluate(PropertySource source) {
      return value;
    }

    @Override
    public Kind kind() {
      if (value instanceof Number) {
        return Kind.NUMBER;
      }
      return value instanceof String ? Kind.STRING : Kind.BOOLEAN;
    }
  }

  /** A property or a header field, by name. */
  record Identifier(String name) implements Expression {
    @Override
    public Object evaluate(PropertySource source) {
      return source.get(name);
    }

    @Override
    public Kind kind() {
      return Kind.ANY;
    }
  }

  /** A number with a sign before it; plus changes nothing but that it must be a number. */
  record Signed(boolean negative, Expression operand) implements Expression {
    @Override
    public Object evaluate(PropertySource source) {
      Object value = operand.evaluate(source);
      return negative ? NumericPromotion.negate(value) : NumericPromotion.number(value);
    }

    @Override
    public Kind kind() {
      return Kind.NUMBER;
    }
  }

  /** {@code left op right} with the promotions of Java. */
  record Arithmetic(ArithmeticOperator operator, Expression left, Expression right)
      implements Expression {
    @Override
    public Object evaluate(PropertySource source) {
      return NumericPromotion.apply(operator, left.evaluate(source), right.evaluate(source));
    }

    @Override
    public Kind kind() {
      return Kind.NUMBER;
    }
  }

  /** What a message must fulfil. */
  sealed interface Condition extends Expression {
    @Override
    Boolean evaluate(PropertySource source);

    @Override
    default Kind kind() {
      return Kind.BOOLEAN;
    }
  }

  /** Values of unlike types compare as false, whatever the operator. */
  record Comparison(ComparisonOperator operator, Expression left, Expression right)
      implements Condition {
    @Override
    public Boolean evaluate(PropertySource source) {
      Object a = left.evaluate(source);
      Object b = right.evaluate(source);
      return a == null || b == null ? null : (Boolean) operator.test(a, b);
    }
  }

  /** Unknown stays unknown. */
  record Not(Expression operand) implements Condition {
    @Override
    public Boolean evaluate(PropertySource source) {
      return operand.evaluate(source) instanceof Boolean known ? (Boolean) !known : null;
    }
  }

  /** False when one is false, else unknown when one is unknown. */
  record And(List<Expression> operands) implements Condition {
    @Override
    public Boolean evaluate(PropertySource source) {
      return Expression.junction(operands, source, false);
    }
  }

  /** True when one is true, else unknown when one is unknown. */
  record Or(List<Expression> operands) implements Condition {
    @Override
    public Boolean evaluate(PropertySource source) {
      return Expression.junction(operands, source, true);
    }
  }

  /** The identifier's text is one of these; unknown when the value is no text. */
  record In(Identifier identifier, Set<String> texts) implements Condition {
    @Override
    public Boolean evaluate(PropertySource source) {
      Object value = identifier.evaluate(source);
      return value instanceof String text ? (Boolean) texts.contains(text) : null;
    }
  }

  /** The identifier's text fits; unknown when the value is no text. */
  record Like(Identifier identifier, LikePattern pattern) implements Condition {
    @Override
    public Boolean evaluate(PropertySource source) {
      Object value = identifier.evaluate(source);
      return value instanceof String text ? (Boolean) pattern.matches(text) : null;
    }
  }

  /** Never unknown. */
  record IsNull(Identifier identifier) implements Condition {
    @Override
    public Boolean evaluate(PropertySource source) {
      return identifier.evaluate(source) == null;
    }
  }

  private static Boolean junction(
      List<Expression> operands, PropertySource source, boolean decisive) {
    boolean unknown = false;
    for (Expression operand : operands) {
      if (!(operand.evaluate(source) instanceof Boolean known)) {
        unknown = true;
      } else if (known == decisive) {
        return decisive;
      }
    }
    return unknown ? null : (Boolean) !decisive;
  }
}
