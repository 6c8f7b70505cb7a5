package io.echomq.jms.selector;

import io.echomq.jms.selector.Token.Type;
import java.util.List;

/** The token under the parser's finger. Not safe for threads. */
final class Tokens {
  private final String text;
  private final List<Token> tokens;
  private int at;

  Tokens(String text, List<Token> tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  Token peek() {
    return tokens.get(at);
  }

  /** Never goes past the end token. */
  Token next() {
    Token token = tokens.get(at);
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }

  boolean take(Type type) {
    boolean taken = peek().is(type);
    if (taken) {
      next();
    }
    return taken;
  }

  Token require(Type type, String expected) {
    if (!peek().is(type)) {
      throw refuse(peek(), expected);
    }
    return next();
  }

  void require(String symbol) {
    if (!peek().isSymbol(symbol)) {
      throw refuse(peek(), "'" + symbol + "'");
    }
    next();
  }

  SelectorSyntaxException refuse(Token token, String expected) {
    return new SelectorSyntaxException(text, token.offset(), token.shown(), expected);
  }
}
