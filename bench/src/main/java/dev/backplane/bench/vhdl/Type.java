package dev.backplane.bench.vhdl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A type or subtype. Two are compatible if their bases are one object. */
sealed interface Type {
  /** {@return what all subtypes of a type have in common} */
  Object base();

  /** {@return how many bits a value has} */
  int width();

  /** {@return its name, for messages} */
  String name();

  static boolean compatible(Type one, Type other) {
    return one.base() == other.base() || (one instanceof Whole && other instanceof Whole);
  }

  /** The identity of a type, which makes it different from others. */
  final class Base {
    private final String name;

    Base(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * An enumeration.
   *
   * @param base its base
   * @param literals the names of all values of the base
   * @param range the positions of the subtype
   */
  record Enumeration(Base base, List<String> literals, Range range) implements Type {
    static Enumeration of(String name, List<String> literals) {
      return new Enumeration(new Base(name), literals, Range.to(0, literals.size() - 1L));
    }

    boolean isLogic() {
      return base == Standard.LOGIC.base();
    }

    @Override
    public int width() {
      return isLogic() ? 1 : Math.max(1, 32 - Integer.numberOfLeadingZeros(literals.size() - 1));
    }

    @Override
    public String name() {
      return base.toString();
    }
  }

  /**
   * Whole numbers.
   *
   * @param base its base
   * @param range the numbers of the subtype
   */
  record Whole(Base base, Range range) implements Type {
    boolean signed() {
      return range.low() < 0;
    }

    @Override
    public int width() {
      return width(range.low(), range.high());
    }

    static int width(long low, long high) {
      if (low >= 0) {
        return Math.max(1, 64 - Long.numberOfLeadingZeros(Math.max(high, low)));
      }
      int below = 64 - Long.numberOfLeadingZeros(~low);
      int above =
          high < 0 ? 64 - Long.numberOfLeadingZeros(~high) : 64 - Long.numberOfLeadingZeros(high);
      return 1 + Math.max(below, above);
    }

    @Override
    public String name() {
      return base.toString();
    }
  }

  /** Real numbers and times, which are only constants. */
  record Real(Base base) implements Type {
    @Override
    public int width() {
      return 0;
    }

    @Override
    public String name() {
      return base.toString();
    }
  }

  /**
   * An array.
   *
   * @param base its base
   * @param indices the types of its indices
   * @param element the type of its elements
   * @param ranges the ranges of its indices, or null if it is unconstrained
   */
  record Array(Base base, List<Type> indices, Type element, @Nullable List<Range> ranges)
      implements Type {
    Array with(Range range) {
      return new Array(base, indices, element, List.of(range));
    }

    Array with(List<Range> all) {
      return new Array(base, indices, element, all);
    }

    boolean isConstrained() {
      return ranges != null;
    }

    /** {@return whether its elements have ranges too, so that its width is known} */
    boolean isComplete() {
      return ranges != null && !(element instanceof Array array && !array.isComplete());
    }

    Array withElement(Type other) {
      return new Array(base, indices, other, ranges);
    }

    Range range() {
      return range(0);
    }

    Range range(int dimension) {
      if (ranges == null) {
        throw new IllegalStateException("an unconstrained " + base + " has no range");
      }
      return ranges.get(dimension);
    }

    /** {@return what one index selects: with several dimensions an array of those that follow} */
    Type selected() {
      return ranges != null && ranges.size() > 1
          ? new Array(
              base, indices.subList(1, indices.size()), element, ranges.subList(1, ranges.size()))
          : element;
    }

    boolean isText() {
      return indices.size() == 1 && element instanceof Enumeration;
    }

    boolean isLogic() {
      return indices.size() == 1 && element instanceof Enumeration e && e.isLogic();
    }

    @Override
    public int width() {
      int width = element.width();
      for (int i = 0; i < indices.size(); i++) {
        width = Math.multiplyExact(width, range(i).length());
      }
      return width;
    }

    @Override
    public String name() {
      return base.toString();
    }
  }

  /**
   * A record.
   *
   * @param base its base
   * @param fields the types of its fields, the most significant one first
   */
  record Composite(Base base, Map<String, Type> fields) implements Type {
    public Composite {
      fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** {@return the lowest bit of a field} */
    int lsb(String field) {
      int lsb = width();
      for (Map.Entry<String, Type> each : fields.entrySet()) {
        lsb -= each.getValue().width();
        if (each.getKey().equals(field)) {
          return lsb;
        }
      }
      throw new IllegalArgumentException(field);
    }

    @Override
    public int width() {
      return fields.values().stream().mapToInt(Type::width).sum();
    }

    @Override
    public String name() {
      return base.toString();
    }
  }
}
