package io.echomq.jms.selector;

import io.echomq.jms.selector.Expression.And;
import io.echomq.jms.selector.Expression.Arithmetic;
import io.echomq.jms.selector.Expression.Comparison;
import io.echomq.jms.selector.Expression.Identifier;
import io.echomq.jms.selector.Expression.Literal;
import io.echomq.jms.selector.Expression.Not;
import io.echomq.jms.selector.Expression.Or;
import io.echomq.jms.selector.Expression.Signed;
import io.echomq.jms.selector.Token.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Recursive descent over the grammar of §3.8.1.1, with the type checks that need no message:
 *
 * <pre>
 * condition  := conjunct (OR conjunct)*
 * conjunct   := negated (AND negated)*
 * negated    := NOT negated | comparison
 * comparison := sum [(= | &lt;&gt; | &lt; | &lt;= | &gt; | &gt;=) sum | predicate]     predicate: see {@link PredicateParser}
 * sum        := product ((+ | -) product)*
 * product    := signed ((* | /) signed)*
 * signed     := (+ | -) signed | primary
 * primary    := literal | identifier | ( condition )
 * </pre>
 */
final class Parser {
  /** Deepest nesting of parentheses, NOT and signs; bounds the stack here and in the server. */
  static final int MAX_NESTING = 64;

  /** Most arithmetic operators; each may deepen the tree by one. */
  static final int MAX_ARITHMETIC = 256;

  /** Longest selector, in characters. */
  static final int MAX_LENGTH = 65_535;

  private final Tokens tokens;
  private int nesting;
  private int arithmetic;

  private Parser(Tokens tokens) {
    this.tokens = tokens;
  }

  static Expression parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new SelectorSyntaxException(
          text, MAX_LENGTH, "character " + MAX_LENGTH, "at most " + MAX_LENGTH + " characters");
    }
    Tokens tokens = new Tokens(text, Lexer.read(text));
    Parser parser = new Parser(tokens);
    Token start = tokens.peek();
    Expression expression = parser.condition();
    if (!tokens.peek().is(Type.END)) {
      throw tokens.refuse(tokens.peek(), "AND, OR or the end");
    }
    return parser.requireCondition(expression, start);
  }

  private Expression condition() {
    Token start = tokens.peek();
    Expression first = conjunct();
    if (!tokens.peek().is(Type.OR)) {
      return first;
    }
    List<Expression> operands = new ArrayList<>(List.of(requireCondition(first, start)));
    while (tokens.take(Type.OR)) {
      Token next = tokens.peek();
      operands.add(requireCondition(conjunct(), next));
    }
    return new Or(List.copyOf(operands));
  }

  private Expression conjunct() {
    Token start = tokens.peek();
    Expression first = negated();
    if (!tokens.peek().is(Type.AND)) {
      return first;
    }
    List<Expression> operands = new ArrayList<>(List.of(requireCondition(first, start)));
    while (tokens.take(Type.AND)) {
      Token next = tokens.peek();
      operands.add(requireCondition(negated(), next));
    }
    return new And(List.copyOf(operands));
  }

  private Expression negated() {
    Token not = tokens.peek();
    if (!tokens.take(Type.NOT)) {
      return comparison();
    }
    deeper(not);
    Token start = tokens.peek();
    Expression operand = requireCondition(negated(), start);
    nesting--;
    return new Not(operand);
  }

  private Expression comparison() {
    Token start = tokens.peek();
    Expression left = sum();
    Token token = tokens.peek();
    Optional<ComparisonOperator> operator = ComparisonOperator.of(token);
    if (operator.isEmpty()) {
      return new PredicateParser(tokens, this).parse(left, start);
    }
    tokens.next();
    Token second = tokens.peek();
    Expression right = sum();
    if (!operator.get().isEquality()) {
      requireNumber(left, start, "a number, since " + token.text() + " orders only numbers");
      requireNumber(right, second, "a number, since " + token.text() + " orders only numbers");
    } else if (!left.kind().mayEqual(right.kind())) {
      throw tokens.refuse(second, "a value of the type of the left side, which no other equals");
    }
    return new Comparison(operator.get(), left, right);
  }

  Expression sum() {
    Token start = tokens.peek();
    Expression left = product();
    while (tokens.peek().isSymbol("+") || tokens.peek().isSymbol("-")) {
      ArithmeticOperator operator =
          tokens.peek().isSymbol("+") ? ArithmeticOperator.ADD : ArithmeticOperator.SUBTRACT;
      Token sign = operator(left, start);
      Token next = tokens.peek();
      left = new Arithmetic(operator, left, operand(product(), next, sign));
    }
    return left;
  }

  private Expression product() {
    Token start = tokens.peek();
    Expression left = signed();
    while (tokens.peek().isSymbol("*") || tokens.peek().isSymbol("/")) {
      ArithmeticOperator operator =
          tokens.peek().isSymbol("*") ? ArithmeticOperator.MULTIPLY : ArithmeticOperator.DIVIDE;
      Token sign = operator(left, start);
      Token next = tokens.peek();
      left = new Arithmetic(operator, left, operand(signed(), next, sign));
    }
    return left;
  }

  private Token operator(Expression left, Token start) {
    Token sign = tokens.next();
    arithmetic++;
    if (arithmetic > MAX_ARITHMETIC) {
      throw tokens.refuse(sign, "at most " + MAX_ARITHMETIC + " arithmetic operators");
    }
    operand(left, start, sign);
    return sign;
  }

  private Expression signed() {
    Token sign = tokens.peek();
    boolean minus = sign.isSymbol("-");
    if (!minus && !sign.isSymbol("+")) {
      return primary();
    }
    tokens.next();
    Token start = tokens.peek();
    if (minus && NumberLiteral.MIN_MAGNITUDE.equals(start.value())) {
      tokens.next();
      return new Literal(Long.MIN_VALUE);
    }
    deeper(sign);
    Expression operand = operand(signed(), start, sign);
    nesting--;
    Signed signed = new Signed(minus, operand);
    return operand instanceof Literal ? new Literal(signed.evaluate(name -> null)) : signed;
  }

  private Expression primary() {
    Token token = tokens.next();
    switch (token.type()) {
      case IDENTIFIER:
        return identifier(token);
      case NUMBER:
        if (NumberLiteral.MIN_MAGNITUDE.equals(token.value())) {
          throw tokens.refuse(token, "a number in the range of long");
        }
        return new Literal(token.value());
      case STRING, TRUE, FALSE:
        return new Literal(token.value());
      default:
        if (!token.isSymbol("(")) {
          throw tokens.refuse(token, "a name, a literal or '('");
        }
        deeper(token);
        Expression inner = condition();
        tokens.require(")");
        nesting--;
        return inner;
    }
  }

  private Identifier identifier(Token token) {
    if (HeaderField.isForbidden(token.text())) {
      throw tokens.refuse(
          token, "one of the header fields that selectors may name: " + HeaderField.allNames());
    }
    return new Identifier(token.text());
  }

  private void deeper(Token token) {
    nesting++;
    if (nesting > MAX_NESTING) {
      throw tokens.refuse(token, "at most " + MAX_NESTING + " levels of nesting");
    }
  }

  private Expression requireCondition(Expression expression, Token start) {
    if (!expression.kind().mayBe(Kind.BOOLEAN)) {
      throw tokens.refuse(start, "a condition, not a bare value");
    }
    return expression;
  }

  private Expression operand(Expression expression, Token start, Token operator) {
    return requireNumber(expression, start, "a number to use with '" + operator.text() + "'");
  }

  Expression requireNumber(Expression expression, Token start, String expected) {
    if (!expression.kind().mayBe(Kind.NUMBER)) {
      throw tokens.refuse(start, expected);
    }
    return expression;
  }
}
