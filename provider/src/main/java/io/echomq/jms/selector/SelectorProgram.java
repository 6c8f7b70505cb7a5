package io.echomq.jms.selector;

import io.echomq.jms.selector.Expression.And;
import io.echomq.jms.selector.Expression.Arithmetic;
import io.echomq.jms.selector.Expression.Comparison;
import io.echomq.jms.selector.Expression.Identifier;
import io.echomq.jms.selector.Expression.In;
import io.echomq.jms.selector.Expression.IsNull;
import io.echomq.jms.selector.Expression.Like;
import io.echomq.jms.selector.Expression.Literal;
import io.echomq.jms.selector.Expression.Not;
import io.echomq.jms.selector.Expression.Or;
import io.echomq.jms.selector.Expression.Signed;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes an expression as compact JSON for {@code lib/selector.lua}, which compiles it to closures
 * once a call.
 *
 * <pre>
 * program   := [1, node] or [1, node, [text, …]]  1 is the version of this format; the texts are
 *                                             the {@link TellingTexts}
 *
 * values    ["s", text]                       string literal
 *           ["b", true|false]                 boolean literal
 *           ["l", digits]                     long literal, as text so that it stays exact
 *           ["d", text] ["f", text]           double and float literal
 *           ["p", "p", name]                  property: header line, key, name
 *           ["text", key]                     header field that is a string (JMSType, JMSCorrelationID)
 *           ["priority", key]                 JMSPriority; 4 when absent
 *           ["mode", key]                     JMSDeliveryMode; PERSISTENT when absent
 *           ["id", key]                       JMSMessageID; ID: and the job's id when absent, NULL when null
 *           ["time", key]                     JMSTimestamp; mint time of the job's id when absent
 *           ["neg", value]                    unary minus; "pos" is unary plus
 *           ["+", value, value]               likewise "-" "*" "/"
 *
 * conditions ["=", value, value]              likewise "&lt;&gt;" "&lt;" "&lt;=" "&gt;" "&gt;="
 *           ["and", node, …] ["or", node, …] ["not", node]
 *           ["in", value, [text, …]]
 *           ["like", value, [segment, …]]     a % between each two segments; a segment is an array
 *                                             of texts and of numbers, n standing for n times _
 *           ["null", value]                   IS NULL
 *
 * anywhere  ["undecided"]                     holds text with a lone surrogate, which no UTF-8 has
 * </pre>
 *
 * A condition may stand where a value is wanted and the other way round.
 */
final class SelectorProgram {
  private static final int VERSION = 1;
  private static final String UNDECIDED = "[\"undecided\"]";

  private final StringBuilder json = new StringBuilder();

  private SelectorProgram() {}

  static String of(Expression expression) {
    SelectorProgram program = new SelectorProgram();
    program.json.append('[').append(VERSION).append(',');
    program.write(expression);
    List<String> texts = TellingTexts.of(expression);
    if (!texts.isEmpty()) {
      program.json.append(",[");
      program.json.append(texts.stream().map(ProgramText::quoted).collect(Collectors.joining(",")));
      program.json.append(']');
    }
    return program.json.append(']').toString();
  }

  private void write(Expression node) {
    if (node instanceof Literal literal) {
      literal(literal.value());
    } else if (node instanceof Identifier identifier) {
      identifier(identifier.name());
    } else if (node instanceof Signed signed) {
      node(signed.negative() ? "neg" : "pos", List.of(signed.operand()));
    } else if (node instanceof Arithmetic a) {
      node(a.operator().symbol(), List.of(a.left(), a.right()));
    } else if (node instanceof Comparison c) {
      node(c.operator().symbol(), List.of(c.left(), c.right()));
    } else if (node instanceof Not not) {
      node("not", List.of(not.operand()));
    } else if (node instanceof And and) {
      node("and", and.operands());
    } else if (node instanceof Or or) {
      node("or", or.operands());
    } else if (node instanceof IsNull isNull) {
      node("null", List.of(isNull.identifier()));
    } else if (node instanceof In in) {
      in(in);
    } else if (node instanceof Like like) {
      like(like);
    }
  }

  private void node(String operation, List<? extends Expression> operands) {
    json.append("[\"").append(operation).append('"');
    for (Expression operand : operands) {
      json.append(',');
      write(operand);
    }
    json.append(']');
  }

  private void literal(Object value) {
    if (value instanceof Boolean) {
      json.append("[\"b\",").append(value).append(']');
    } else if (value instanceof Long) {
      json.append("[\"l\",\"").append(value).append("\"]");
    } else if (value instanceof Number) {
      String operation = value instanceof Float ? "f" : "d";
      json.append("[\"").append(operation).append("\",\"").append(value).append("\"]");
    } else if (ProgramText.isUnicode((String) value)) {
      json.append("[\"s\",").append(ProgramText.quoted((String) value)).append(']');
    } else {
      json.append(UNDECIDED);
    }
  }

  private void identifier(String name) {
    HeaderField field = HeaderField.named(name).orElse(null);
    if (field != null) {
      json.append("[\"").append(field.operation()).append("\",\"");
      json.append(field.key()).append("\"]");
    } else if (ProgramText.isUnicode(name)) {
      json.append("[\"p\",\"").append(HeaderField.PROPERTIES_KEY).append("\",");
      json.append(ProgramText.quoted(name)).append(']');
    } else {
      json.append(UNDECIDED);
    }
  }

  private void in(In in) {
    if (!in.texts().stream().allMatch(ProgramText::isUnicode)) {
      json.append(UNDECIDED);
      return;
    }
    json.append("[\"in\",");
    write(in.identifier());
    List<String> texts = in.texts().stream().sorted().map(ProgramText::quoted).toList();
    json.append(",[").append(String.join(",", texts)).append("]]");
  }

  private void like(Like like) {
    List<int[]> segments = like.pattern().segments();
    if (!segments.stream().allMatch(ProgramText::isUnicode)) {
      json.append(UNDECIDED);
      return;
    }
    json.append("[\"like\",");
    write(like.identifier());
    json.append(",[").append(segments(segments)).append("]]");
  }

  private static String segments(List<int[]> segments) {
    return segments.stream().map(ProgramText::segment).collect(Collectors.joining(","));
  }
}
