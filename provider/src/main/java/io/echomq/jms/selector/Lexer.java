package io.echomq.jms.selector;

import io.echomq.jms.selector.Token.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Cuts a selector into tokens (§3.8.1.1): identifiers, literals, symbols, white space. */
final class Lexer {
  /** Words that are no identifiers, in any case. */
  private static final Map<String, Type> KEYWORDS =
      Map.ofEntries(
          Map.entry("NULL", Type.NULL),
          Map.entry("TRUE", Type.TRUE),
          Map.entry("FALSE", Type.FALSE),
          Map.entry("NOT", Type.NOT),
          Map.entry("AND", Type.AND),
          Map.entry("OR", Type.OR),
          Map.entry("BETWEEN", Type.BETWEEN),
          Map.entry("LIKE", Type.LIKE),
          Map.entry("IN", Type.IN),
          Map.entry("IS", Type.IS),
          Map.entry("ESCAPE", Type.ESCAPE));

  private static final List<String> SYMBOLS =
      List.of("<>", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "(", ")", ",");

  private final String text;
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  /** All tokens, the last of type {@code END}. */
  static List<Token> read(String text) {
    Lexer lexer = new Lexer(text);
    List<Token> tokens = new ArrayList<>();
    do {
      tokens.add(lexer.next());
    } while (!tokens.get(tokens.size() - 1).is(Type.END));
    return tokens;
  }

  private Token next() {
    while (at < text.length() && " \t\f\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == text.length()) {
      return new Token(Type.END, "", null, at);
    }
    int point = text.codePointAt(at);
    if (Character.isJavaIdentifierStart(point)) {
      return word();
    }
    if (point == '\'') {
      return string();
    }
    if (NumberLiteral.startsAt(text, at)) {
      NumberLiteral literal = NumberLiteral.read(text, at);
      return token(Type.NUMBER, literal.end(), literal.value());
    }
    return symbol(point);
  }

  private Token word() {
    int end = at;
    while (end < text.length() && Character.isJavaIdentifierPart(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    String word = text.substring(at, end).toUpperCase(Locale.ROOT);
    Type type = KEYWORDS.getOrDefault(word, Type.IDENTIFIER);
    Object value = type == Type.TRUE || type == Type.FALSE ? (Object) (type == Type.TRUE) : null;
    return token(type, end, value);
  }

  private Token string() {
    StringBuilder value = new StringBuilder();
    int end = at + 1;
    while (true) {
      int quote = text.indexOf('\'', end);
      if (quote < 0) {
        throw new SelectorSyntaxException(
            text, at, "'" + abridged(text.substring(at)) + "'", "a closing quote");
      }
      value.append(text, end, quote);
      end = quote + 1;
      if (end == text.length() || text.charAt(end) != '\'') {
        return token(Type.STRING, end, value.toString());
      }
      value.append('\'');
      end++;
    }
  }

  private Token symbol(int point) {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        return token(Type.SYMBOL, at + symbol.length(), null);
      }
    }
    String hint =
        switch (point) {
          case '!' -> "'<>' for not equal";
          case '"' -> "a string in single quotes";
          case '.' -> "a name without dots";
          default -> "a name, a literal or an operator";
        };
    throw new SelectorSyntaxException(text, at, "'" + Character.toString(point) + "'", hint);
  }

  private Token token(Type type, int end, Object value) {
    Token token = new Token(type, text.substring(at, end), value, at);
    at = end;
    return token;
  }

  private static String abridged(String text) {
    return text.length() > 20 ? text.substring(0, 20) + "…" : text;
  }
}
