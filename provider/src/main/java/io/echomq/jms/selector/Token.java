package io.echomq.jms.selector;

/**
 * One word of a selector.
 *
 * @param type what it is
 * @param text as written
 * @param value of a literal; null for other words
 * @param offset of its first character
 */
record Token(Type type, String text, Object value, int offset) {
  enum Type {
    IDENTIFIER,
    STRING,
    NUMBER,
    SYMBOL,
    NULL,
    TRUE,
    FALSE,
    NOT,
    AND,
    OR,
    BETWEEN,
    LIKE,
    IN,
    IS,
    ESCAPE,
    END
  }

  boolean is(Type other) {
    return type == other;
  }

  boolean isSymbol(String symbol) {
    return type == Type.SYMBOL && text.equals(symbol);
  }

  /** For error messages. */
  String shown() {
    return type == Type.END ? "end of selector" : "'" + text + "'";
  }
}
