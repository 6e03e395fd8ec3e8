package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
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
 * @param merged all selections of the same word that Verilator has made one, from the outside;
 *     empty if it is the only one
 * @param offset the bits below the members of structs among them
 */
record SourceIndex(
    IndexTerm term,
    String kind,
    IndexTerm count,
    int skipped,
    TypeTable.Range declared,
    List<Level> merged,
    int offset) {
  /**
   * One of several selections.
   *
   * @param index its index
   * @param stride the bits of an element
   */
  record Level(SourceIndex index, int stride) {}

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
    if (index instanceof Expression.Constant) {
      return null;
    }
    SourceLocation line = bracket == null ? from.location() : bracket;
    IndexOperands operands = new IndexOperands(types);
    collect(index, line, texts, operands);
    operands.addTypes(select.child(1), line);
    if (bracket == null || !SourceSelect.isBehind(from, bracket, texts)) {
      return SelectionChain.of(from, types, texts, operands);
    }
    WrittenSelection written = WrittenSelection.of(texts.line(bracket), bracket.column() - 1);
    TypeTable.Range declared = types.declaredRange(from);
    return written == null || declared == null
        ? null
        : read(written, bracket.column(), operands, skipped, declared);
  }

  /** The index of a selection whose bracket is at a column, or null if it cannot be read. */
  static @Nullable SourceIndex read(
      WrittenSelection written,
      int column,
      IndexOperands names,
      int skipped,
      TypeTable.Range declared) {
    IndexTerm term = IndexParser.parse(written.index(), column + 1, names);
    boolean one = written.kind().isEmpty();
    IndexTerm count =
        one ? ONE : IndexParser.parse(written.count(), 0, IndexParser.Names.CONSTANTS);
    return term == null || count == null
        ? null
        : new SourceIndex(term, written.kind(), count, skipped, declared, List.of(), 0);
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
      Expression place, SourceLocation line, SourceTexts texts, IndexOperands operands) {
    boolean written = texts.textFrom(place.location()).startsWith("[");
    if (isCut(place) || (isLowest(place) && !written)) {
      collect(((Expression.Bits) place).from(), line, texts, operands);
    } else if (place instanceof Expression.Apply apply) {
      apply.arguments().forEach(argument -> collect(argument, line, texts, operands));
    } else if (!(place instanceof Expression.Constant)) {
      SourceLocation first = first(place);
      if (first.line() == line.line() && first.file().equals(line.file())) {
        operands.add(first.column(), place);
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

  /** {@return this with all selections that Verilator has made one with it} */
  SourceIndex asOneOf(List<Level> all, int below) {
    return new SourceIndex(term, kind, count, skipped, declared, List.copyOf(all), below);
  }

  /**
   * The place of several selections that are one in the tree, or null if they cannot leave their
   * ranges. Where an outer one does, nothing is selected; of the last one the part inside is.
   */
  private @Nullable Place placeOfMerged(int width, Node cut, IndexValues values, PathState state) {
    Node outside = null;
    List<IndexValues.Bounded> places = new ArrayList<>();
    for (Level level : merged) {
      IndexValues.Bounded place = level.index().lowest(values, state);
      if (place == null) {
        return null;
      }
      places.add(place);
      BigInteger selected = Objects.requireNonNull(values.constant(level.index().count));
      BigInteger most = BigInteger.valueOf(level.index().declared.size()).subtract(selected);
      Node leaves = values.outside(place, BigInteger.ZERO, most);
      int stride = level.stride();
      boolean last = places.size() == merged.size();
      if (leaves != null && last && selected.intValue() > 1) {
        return selected.multiply(BigInteger.valueOf(stride)).equals(BigInteger.valueOf(width))
            ? partly(places, selected.intValue(), outside, values)
            : new Place(values.outsideIf(either(outside, leaves, values), cut), 0, null);
      }
      outside = leaves == null ? outside : either(outside, leaves, values);
    }
    return outside == null ? null : new Place(values.outsideIf(outside, cut), 0, null);
  }

  private static Node either(@Nullable Node one, Node other, IndexValues values) {
    return one == null ? other : values.or(one, other);
  }

  /** The place of a last selection of several elements, some of which may not be there. */
  private Place partly(
      List<IndexValues.Bounded> places, int selected, @Nullable Node outside, IndexValues values) {
    int stride = merged.getLast().stride();
    int below = (selected - 1) * stride;
    int outermost = merged.getFirst().stride() * merged.getFirst().index().declared.size();
    Node place =
        values.sum(
            places,
            merged.stream().map(Level::stride).toList(),
            offset + below,
            offset + below + outermost);
    List<Node> inside = new ArrayList<>();
    for (int i = 0; i < selected; i++) {
      Node there = values.inside(places.getLast(), -i, declared.size() - 1 - i);
      inside.addAll(Collections.nCopies(stride, there));
    }
    return new Place(
        outside == null ? place : values.outsideIf(outside, place), below, values.join(inside));
  }

  /** The place of the lowest of the selected elements, counted from the lowest one. */
  private IndexValues.@Nullable Bounded lowest(IndexValues values, PathState state) {
    IndexValues.Bounded index = values.of(term, state);
    BigInteger selected = values.constant(count);
    if (index == null || selected == null || selected.bitLength() >= Integer.SIZE / 2) {
      return null;
    }
    BigInteger low = BigInteger.valueOf(declared.low());
    BigInteger more = selected.subtract(BigInteger.ONE);
    if (declared.ascending()) {
      BigInteger high = low.add(BigInteger.valueOf(declared.size() - 1L));
      return values.less(kind.equals("+:") ? high.subtract(more) : high, index);
    }
    return values.less(index, kind.equals("-:") ? low.add(more) : low);
  }

  /**
   * The place of the lowest of the selected elements, counted from the lowest one.
   *
   * @param node the place in bits, or in elements of an array, plus {@code below}
   * @param below how many bits of the selection may lie below the lowest one
   * @param inside which of the selected bits there are, null if those that are in the word
   */
  record Place(Node node, int below, @Nullable Node inside) {}

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
    if (!merged.isEmpty()) {
      return placeOfMerged(width, cut, values, state);
    }
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
        below,
        null);
  }
}
