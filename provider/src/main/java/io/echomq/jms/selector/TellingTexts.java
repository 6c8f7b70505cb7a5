package io.echomq.jms.selector;

import io.echomq.jms.selector.Expression.And;
import io.echomq.jms.selector.Expression.Comparison;
import io.echomq.jms.selector.Expression.Identifier;
import io.echomq.jms.selector.Expression.In;
import io.echomq.jms.selector.Expression.Like;
import io.echomq.jms.selector.Expression.Literal;
import io.echomq.jms.selector.Expression.Or;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Texts of which the header line of every message that a condition selects holds at least one: a
 * search for them rules out most messages of others at a tenth of what a decision costs. Such are
 * the string that a property must equal, those of an IN, a piece of a LIKE; of an AND those of the
 * operand that tells most, of an OR those of all. Whatever may hold for a message without a
 * property tells nothing.
 */
final class TellingTexts {
  /** More are not searched for: a decision would cost less. */
  private static final int MAX_TEXTS = 8;

  /** The fewest first, then the longest. */
  private static final Comparator<List<String>> TELLING =
      Comparator.<List<String>>comparingInt(List::size)
          .thenComparing(TellingTexts::shortest, Comparator.reverseOrder());

  private TellingTexts() {}

  /** The texts; none when the condition tells none. */
  static List<String> of(Expression condition) {
    if (condition instanceof Comparison c && c.operator() == ComparisonOperator.EQUAL) {
      List<String> texts = equal(c.left(), c.right());
      return texts.isEmpty() ? equal(c.right(), c.left()) : texts;
    }
    if (condition instanceof In in && isText(in.identifier())) {
      return usable(in.texts());
    }
    if (condition instanceof Like like && isText(like.identifier())) {
      return usable(List.of(longestRun(like.pattern())));
    }
    if (condition instanceof And and) {
      return and.operands().stream()
          .map(TellingTexts::of)
          .filter(texts -> !texts.isEmpty())
          .min(TELLING)
          .orElse(List.of());
    }
    return condition instanceof Or or ? ofAll(or.operands()) : List.of();
  }

  private static List<String> ofAll(List<Expression> operands) {
    List<String> all = new ArrayList<>();
    for (Expression operand : operands) {
      List<String> texts = of(operand);
      if (texts.isEmpty()) {
        return texts;
      }
      all.addAll(texts);
    }
    return usable(all);
  }

  private static List<String> equal(Expression one, Expression other) {
    boolean tells = one instanceof Identifier name && isText(name);
    return tells && other instanceof Literal literal && literal.value() instanceof String text
        ? usable(List.of(text))
        : List.of();
  }

  /** Whether the value, when it is a string, stands in the header line as such. */
  private static boolean isText(Identifier identifier) {
    return HeaderField.named(identifier.name())
        .map(field -> field == HeaderField.TYPE || field == HeaderField.CORRELATION_ID)
        .orElse(true);
  }

  private static List<String> usable(Collection<String> texts) {
    boolean good = texts.stream().noneMatch(t -> t.isEmpty() || !ProgramText.isUnicode(t));
    return good && texts.size() <= MAX_TEXTS
        ? texts.stream().distinct().sorted().toList()
        : List.of();
  }

  private static String longestRun(LikePattern pattern) {
    String longest = "";
    for (int[] segment : pattern.segments()) {
      StringBuilder run = new StringBuilder();
      for (int point : segment) {
        if (point == LikePattern.ANY_CHARACTER) {
          run.setLength(0);
          continue;
        }
        run.appendCodePoint(point);
        longest = run.length() > longest.length() ? run.toString() : longest;
      }
    }
    return longest;
  }

  private static int shortest(List<String> texts) {
    return texts.stream().mapToInt(String::length).min().orElse(0);
  }
}
