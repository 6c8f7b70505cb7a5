package io.echomq.jms.selector;

import io.echomq.jms.selector.Expression.And;
import io.echomq.jms.selector.Expression.Comparison;
import io.echomq.jms.selector.Expression.Identifier;
import io.echomq.jms.selector.Expression.In;
import io.echomq.jms.selector.Expression.IsNull;
import io.echomq.jms.selector.Expression.Like;
import io.echomq.jms.selector.Expression.Not;
import io.echomq.jms.selector.Expression.Or;
import io.echomq.jms.selector.Token.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The predicates that stand behind their operand:
 *
 * <pre>
 * predicate := IS [NOT] NULL
 *            | [NOT] BETWEEN sum AND sum
 *            | [NOT] IN ( 'text' (, 'text')* )
 *            | [NOT] LIKE 'pattern' [ESCAPE 'c']
 * </pre>
 *
 * BETWEEN is written out as the two comparisons that §3.8.1.1 gives for it.
 */
final class PredicateParser {
  private final Tokens tokens;
  private final Parser parser;

  PredicateParser(Tokens tokens, Parser parser) {
    this.tokens = tokens;
    this.parser = parser;
  }

  /** The predicate over {@code left}, or {@code left} itself when none follows. */
  Expression parse(Expression left, Token start) {
    if (tokens.take(Type.IS)) {
      Identifier identifier = identifier(left, start, "IS");
      boolean not = tokens.take(Type.NOT);
      tokens.require(Type.NULL, not ? "NULL" : "NULL or NOT NULL");
      return negatedIf(not, new IsNull(identifier));
    }
    boolean not = tokens.take(Type.NOT);
    if (tokens.take(Type.BETWEEN)) {
      return between(left, start, not);
    }
    if (tokens.take(Type.IN)) {
      return negatedIf(not, in(identifier(left, start, "IN")));
    }
    if (tokens.take(Type.LIKE)) {
      return negatedIf(not, like(identifier(left, start, "LIKE")));
    }
    if (not) {
      throw tokens.refuse(tokens.peek(), "BETWEEN, IN or LIKE");
    }
    return left;
  }

  private Expression between(Expression operand, Token start, boolean not) {
    String numbers = "a number, since BETWEEN orders only numbers";
    parser.requireNumber(operand, start, numbers);
    Token second = tokens.peek();
    Expression low = parser.requireNumber(parser.sum(), second, numbers);
    tokens.require(Type.AND, "AND and the upper bound");
    Token third = tokens.peek();
    Expression high = parser.requireNumber(parser.sum(), third, numbers);
    return not
        ? new Or(
            List.of(
                new Comparison(ComparisonOperator.LESS, operand, low),
                new Comparison(ComparisonOperator.GREATER, operand, high)))
        : new And(
            List.of(
                new Comparison(ComparisonOperator.GREATER_OR_EQUAL, operand, low),
                new Comparison(ComparisonOperator.LESS_OR_EQUAL, operand, high)));
  }

  private In in(Identifier identifier) {
    tokens.require("(");
    Set<String> texts = new LinkedHashSet<>();
    do {
      texts.add((String) tokens.require(Type.STRING, "a string in single quotes").value());
    } while (takeComma());
    tokens.require(")");
    return new In(identifier, Set.copyOf(texts));
  }

  private boolean takeComma() {
    if (!tokens.peek().isSymbol(",")) {
      if (!tokens.peek().isSymbol(")")) {
        throw tokens.refuse(tokens.peek(), "',' or ')'");
      }
      return false;
    }
    tokens.next();
    return true;
  }

  private Like like(Identifier identifier) {
    Token pattern = tokens.require(Type.STRING, "a pattern in single quotes");
    int escape = -1;
    if (tokens.take(Type.ESCAPE)) {
      Token token = tokens.require(Type.STRING, "one character in single quotes");
      String text = (String) token.value();
      if (text.codePointCount(0, text.length()) != 1) {
        throw tokens.refuse(token, "one character in single quotes");
      }
      escape = text.codePointAt(0);
    }
    try {
      return new Like(identifier, LikePattern.of((String) pattern.value(), escape));
    } catch (IllegalArgumentException dangling) {
      throw tokens.refuse(pattern, dangling.getMessage());
    }
  }

  private Identifier identifier(Expression left, Token start, String before) {
    if (left instanceof Identifier identifier) {
      return identifier;
    }
    throw tokens.refuse(start, "a name before " + before);
  }

  private static Expression negatedIf(boolean not, Expression condition) {
    return not ? new Not(condition) : condition;
  }
}
