package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The index of a selection as it is written. Verilator's tree has it cut to the bits that valid
 * indices need, constants included, so that an index outside wraps; the language drops a write
 * there (IEEE 1800-2017, 7.4.5 and 11.5.1). The text has the whole index.
 *
 * @param term the index that is written
 * @param kind the separator behind it: none, or {@code +:} or {@code -:}
 * @param count how many elements are selected
 * @param skipped how many of the lowest bits of the selection Verilator has left out
 * @param declared the declared range
 */
record SourceIndex(
    IndexTerm term, String kind, IndexTerm count, int skipped, TypeTable.Range declared) {
  private static final IndexTerm ONE = IndexTerm.Literal.integer(1);

  /** The index of a selection, or null if its text cannot be told or read. */
  static @Nullable SourceIndex of(
      Element select, Expression place, TypeTable types, SourceTexts texts) {
    Expression index = place;
    int skipped = 0;
    // Bits of selected bits are one selection, with the place of the outer one added.
    if (place instanceof Expression.Apply add
        && add.operator().equals("add")
        && add.location().equals(select.location())
        && add.arguments().getFirst() instanceof Expression.Constant more
        && more.location().equals(select.location())
        && more.value().bitLength() < Integer.SIZE - 1) {
      skipped = more.value().intValue();
      index = add.arguments().getLast();
      index =
          ContextSizing.isExtension(index)
              ? ((Expression.Apply) index).arguments().getFirst()
              : index;
    }
    SourceLocation bracket = bracket(select.location(), index, texts);
    Element from = select.child(0);
    if (index instanceof Expression.Constant
        || bracket == null
        || !SourceSelect.isBehind(from, bracket, texts)) {
      return null;
    }
    Written written = Written.of(texts.line(bracket), bracket.column() - 1);
    TypeTable.Range declared = types.declaredRange(from);
    if (written == null || declared == null) {
      return null;
    }
    Operands names = new Operands(types, texts);
    collect(index, bracket, texts, names.expressions);
    names.addTypes(select.child(1), bracket);
    IndexTerm term = IndexParser.parse(written.index(), bracket.column() + 1, names);
    boolean one = written.kind().isEmpty();
    IndexTerm count =
        one ? ONE : IndexParser.parse(written.count(), 0, IndexParser.Names.CONSTANTS);
    return term == null || count == null
        ? null
        : new SourceIndex(term, written.kind(), count, skipped, declared);
  }

  /**
   * The parts of a selection in brackets.
   *
   * @param kind the separator, or nothing
   * @param count what is behind it
   */
  private record Written(String index, String kind, String count) {
    /** The selection whose bracket is at a place of a line, or null if it does not end there. */
    static @Nullable Written of(String line, int open) {
      int depth = 0;
      int separator = -1;
      for (int at = open; at < line.length(); at++) {
        char c = line.charAt(at);
        depth += "[({".indexOf(c) >= 0 ? 1 : "])}".indexOf(c) >= 0 ? -1 : 0;
        if (c == '"' || line.startsWith("//", at) || line.startsWith("/*", at)) {
          return null;
        }
        if (depth == 1 && (line.startsWith("+:", at) || line.startsWith("-:", at))) {
          separator = at;
        }
        if (depth == 0) {
          return separator < 0
              ? new Written(line.substring(open + 1, at), "", "")
              : new Written(
                  line.substring(open + 1, separator),
                  line.substring(separator, separator + 2),
                  line.substring(separator + 2, at));
        }
      }
      return null;
    }
  }

  /** The names that the tree has, by the columns where they begin, and macros. */
  private static final class Operands implements IndexParser.Names {
    private final Map<Integer, Expression> expressions = new HashMap<>();
    private final Map<Integer, String> typeIds = new HashMap<>();
    private final TypeTable types;
    private final SourceTexts texts;

    Operands(TypeTable types, SourceTexts texts) {
      this.types = types;
      this.texts = texts;
    }

    void addTypes(Element element, SourceLocation line) {
      if (element.is("varref")) {
        SourceLocation at = element.location();
        if (at.line() == line.line() && at.file().equals(line.file())) {
          typeIds.put(at.column(), element.get("dtype_id"));
        }
      }
      element.children().forEach(child -> addTypes(child, line));
    }

    @Override
    public @Nullable Expression operand(int column) {
      return expressions.get(column);
    }

    @Override
    public TypeTable.@Nullable PackedMember member(int column, List<String> path) {
      String id = typeIds.get(column);
      return id == null ? null : types.packedMember(id, path);
    }

    @Override
    public @Nullable String macro(String name) {
      return texts.macro(name);
    }
  }

  /** The bracket before an index, or null if it is not in the same line. */
  private static @Nullable SourceLocation bracket(
      SourceLocation select, Expression index, SourceTexts texts) {
    if (texts.textFrom(select).startsWith("[")) {
      return select;
    }
    SourceLocation inside = index.location();
    String line = texts.line(inside);
    int depth = 0;
    for (int at = Math.min(line.length(), inside.column() - 1) - 1; at >= 0; at--) {
      char c = line.charAt(at);
      if (c == '[' && depth == 0) {
        return new SourceLocation(inside.file(), inside.line(), at + 1, 1);
      }
      depth += c == ']' ? 1 : c == '[' ? -1 : 0;
    }
    return null;
  }

  /** Collects the operands of an index by the columns where they begin. */
  private static void collect(
      Expression place, SourceLocation line, SourceTexts texts, Map<Integer, Expression> operands) {
    boolean written = texts.textFrom(place.location()).startsWith("[");
    if (isCut(place) || (isLowest(place) && !written)) {
      collect(((Expression.Bits) place).from(), line, texts, operands);
    } else if (place instanceof Expression.Apply apply) {
      apply.arguments().forEach(argument -> collect(argument, line, texts, operands));
    } else if (!(place instanceof Expression.Constant)) {
      SourceLocation first = first(place);
      if (first.line() == line.line() && first.file().equals(line.file())) {
        operands.put(first.column(), place);
      }
    }
  }

  /**
   * Returns whether Verilator cut an expression to its lowest bits, for all that the tree shows.
   */
  static boolean isCut(Expression expression) {
    if (!isLowest(expression)) {
      return false;
    }
    Expression from = ((Expression.Bits) expression).from();
    // No source selects bits of an operation.
    return from instanceof Expression.Apply || expression.location().equals(from.location());
  }

  private static boolean isLowest(Expression expression) {
    return expression instanceof Expression.Bits bits
        && bits.lsb() instanceof Expression.Constant lsb
        && lsb.value().signum() == 0;
  }

  private static SourceLocation first(Expression expression) {
    return switch (expression) {
      case Expression.Bits bits -> first(bits.from());
      case Expression.ElementOf element -> first(element.from());
      case Expression.MemberOf member -> first(member.from());
      default -> expression.location();
    };
  }

  /**
   * The place of the lowest of the selected elements, counted from the lowest one.
   *
   * @param node the place in bits, or in elements of an array, plus {@code below}
   * @param below how many bits of the selection may lie below the lowest one
   */
  record Place(Node node, int below) {}

  /**
   * The place that is selected.
   *
   * @param width how many bits are selected, or 1 in an array
   * @param stride the bits of an element, or 1 in an array
   * @param reversed whether places count from the other end of the range
   * @param cut the place in Verilator's tree
   * @return the place, or null if that of the tree is right or nothing better is known
   */
  @Nullable Place place(
      int width, int stride, boolean reversed, Node cut, IndexValues values, PathState state) {
    IndexValues.Bounded index = values.of(term, state);
    BigInteger selected = values.constant(count);
    BigInteger bits =
        selected == null ? BigInteger.ZERO : selected.multiply(BigInteger.valueOf(stride));
    if (index == null
        || selected == null
        || bits.bitLength() >= Integer.SIZE - 1
        || bits.intValue() < skipped + width) {
      return null;
    }
    BigInteger low = BigInteger.valueOf(declared.low());
    BigInteger more = selected.subtract(BigInteger.ONE);
    IndexValues.Bounded place;
    if (reversed) {
      BigInteger high = low.add(BigInteger.valueOf(declared.size() - 1L));
      place = values.less(kind.equals("+:") ? high.subtract(more) : high, index);
    } else {
      place = values.less(index, kind.equals("-:") ? low.add(more) : low);
    }
    BigInteger most = place.most().multiply(BigInteger.valueOf(stride));
    // Verilator forgets the sign of what it cuts.
    if (!(place.node() instanceof Node.Fixed)
        && index.least().signum() >= 0
        && place.least().signum() >= 0
        && most.add(BigInteger.valueOf(skipped)).bitLength() <= cut.width()) {
      return null;
    }
    int below = place.least().signum() < 0 ? bits.intValue() - stride : 0;
    return new Place(
        values.place(place, stride, below + skipped, declared.size() * (long) stride + below),
        below);
  }
}
