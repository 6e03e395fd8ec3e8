package dev.backplane.rtl.frontend.verilator;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A selection by constants as the source has it. Verilator's tree has indices cut to the bits that
 * inner places need, and it warns only of some of those that lie outside.
 *
 * @param text from the bracket to the bracket
 * @param first the text of the first index
 * @param kind what stands between the indices: nothing, or a colon, perhaps with a sign
 * @param second the text of the second one
 * @param declared what is selected from
 */
record WrittenSelect(
    String text, String first, String kind, String second, TypeTable.Range declared) {
  private static final Pattern SELECT =
      Pattern.compile("(\\[([^\\[\\]:?]*?)(?:(\\+:|-:|:)([^\\[\\]:?]*))?\\]).*");

  /** A selection, or null if it shows no constants or no declaration. */
  static @Nullable WrittenSelect of(Element select, TypeTable types, SourceTexts texts) {
    Element from = select.child(0);
    if (!select.child(1).is("const") || !isBehind(from, select.place(), texts)) {
      return null;
    }
    Matcher written = SELECT.matcher(texts.from(select.place()));
    TypeTable.Range declared = written.matches() ? types.declared(from) : null;
    return declared == null
        ? null
        : new WrittenSelect(
            written.group(1),
            written.group(2),
            written.group(3) == null ? "" : written.group(3),
            written.group(4) == null ? "" : written.group(4),
            declared);
  }

  /**
   * Whether a selection stands right behind what it selects from. Verilator melts nested ones: then
   * the type is that of the outermost and the text that of the innermost.
   */
  private static boolean isBehind(Element from, Place place, SourceTexts texts) {
    String line = texts.from(place);
    String before = texts.before(place).stripTrailing();
    if (!line.startsWith("[")) {
      return false;
    }
    if (from.is("varref")) {
      return before.endsWith(from.get("name"));
    }
    Place inner = from.place();
    if (!from.is("arraysel") || inner.line() != place.line() || !before.endsWith("]")) {
      return false;
    }
    int depth = 0;
    for (int at = before.length() - 1; at >= 0; at--) {
      depth += before.charAt(at) == ']' ? 1 : before.charAt(at) == '[' ? -1 : 0;
      if (depth == 0) {
        return at == inner.column() - 1;
      }
    }
    return false;
  }

  /**
   * What is wrong with it, empty if nothing is known to be.
   *
   * @param constant the value of a name, or null if it is none of a constant
   */
  String problem(Function<String, @Nullable BigInteger> constant) {
    BigInteger from = new WrittenConstant(first, constant).value();
    BigInteger to = second.isEmpty() ? from : new WrittenConstant(second, constant).value();
    if (from == null || to == null) {
      return "";
    }
    List<BigInteger> ends = new ArrayList<>();
    switch (kind) {
      case "+:" -> ends.addAll(List.of(from, from.add(to).subtract(BigInteger.ONE)));
      case "-:" -> ends.addAll(List.of(from.subtract(to).add(BigInteger.ONE), from));
      default -> ends.addAll(List.of(from.min(to), from.max(to)));
    }
    int last = declared.low() + declared.size() - 1;
    boolean reversed =
        kind.equals(":")
            && declared.size() > 1
            && from.compareTo(to) * (declared.ascending() ? 1 : -1) > 0;
    if (!reversed
        && ends.getFirst().compareTo(BigInteger.valueOf(declared.low())) >= 0
        && ends.getLast().compareTo(BigInteger.valueOf(last)) <= 0) {
      return "";
    }
    return "%s selects %s to %s of what has %s"
        .formatted(
            text,
            from.equals(ends.getFirst()) ? ends.getFirst() : ends.getLast(),
            from.equals(ends.getFirst()) ? ends.getLast() : ends.getFirst(),
            declared.ascending()
                ? declared.low() + " to " + last
                : last + " down to " + declared.low());
  }
}
