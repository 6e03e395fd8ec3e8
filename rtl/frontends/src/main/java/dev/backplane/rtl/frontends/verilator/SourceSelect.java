package dev.backplane.rtl.frontends.verilator;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A constant selection in the text of the source. Verilator's tree has truncated indices, and
 * Verilator warns only of some that are out of range.
 *
 * @param text the text from bracket to bracket
 * @param first the text of the first index
 * @param kind the separator of the indices: none, or a colon, possibly with a sign
 * @param second the text of the second index
 * @param declared the declared range
 */
record SourceSelect(
    String text, String first, String kind, String second, TypeTable.Range declared) {
  private static final Pattern SELECT =
      Pattern.compile("(\\[([^\\[\\]:?]*?)(?:(\\+:|-:|:)([^\\[\\]:?]*))?\\]).*");

  /** A selection, or null if it is not constant or has no declaration. */
  static @Nullable SourceSelect of(Element select, TypeTable types, SourceTexts texts) {
    Element from = select.child(0);
    if (!select.child(1).is("const") || !isBehind(from, select.location(), texts)) {
      return null;
    }
    Matcher written = SELECT.matcher(texts.textFrom(select.location()));
    TypeTable.Range declared = written.matches() ? types.declaredRange(from) : null;
    return declared == null
        ? null
        : new SourceSelect(
            written.group(1),
            written.group(2),
            written.group(3) == null ? "" : written.group(3),
            written.group(4) == null ? "" : written.group(4),
            declared);
  }

  /**
   * Tells whether a selection directly follows the selected variable. Verilator merges nested
   * selections: then the type is that of the outermost one and the text that of the innermost one.
   */
  static boolean isBehind(Element from, SourceLocation location, SourceTexts texts) {
    String line = texts.textFrom(location);
    String before = texts.textBefore(location).stripTrailing();
    if (!line.startsWith("[")) {
      return false;
    }
    if (from.is("varref") || from.is("varxref")) {
      return before.endsWith(from.get("name"));
    }
    if (from.is("structsel")) {
      return before.endsWith("." + from.get("name"));
    }
    SourceLocation inner = from.location();
    if (!from.is("arraysel") || inner.line() != location.line() || !before.endsWith("]")) {
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
   * The problem of the selection, empty if none is known.
   *
   * @param constant returns the value of a name, or null if it is not a constant
   */
  String problem(Function<String, @Nullable BigInteger> constant) {
    BigInteger from = new SourceConstant(first, constant).value();
    BigInteger to = second.isEmpty() ? from : new SourceConstant(second, constant).value();
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
