package dev.backplane.rtl.frontend.verilator;

import java.util.List;

/** The type of a variable or expression, as far as values depend on it. */
sealed interface Type {
  /** A word: vectors, packed arrays and structs, enumerations, integers. */
  record Packed(int width, boolean signed) implements Type {}

  /**
   * An unpacked array.
   *
   * @param element of what
   * @param low the lowest index in the source; expressions count from 0
   * @param size how many
   * @param ascending whether the range is written lowest index first
   */
  record Array(Type element, int low, int size, boolean ascending) implements Type {}

  /** An unpacked struct. */
  record Struct(List<Member> members) implements Type {
    int index(String name) {
      for (int i = 0; i < members.size(); i++) {
        if (members.get(i).name().equals(name)) {
          return i;
        }
      }
      return -1;
    }
  }

  /** A member of a struct. */
  record Member(String name, Type type) {}

  /** Anything without a value in hardware: interfaces, strings, real numbers, events, classes. */
  record Other(String what) implements Type {}

  /** {@return how many bits it has if it were packed; -1 if arrays or other types are in it} */
  default int bits() {
    return switch (this) {
      case Packed packed -> packed.width();
      case Struct struct -> {
        int sum = 0;
        for (Member member : struct.members()) {
          int bits = member.type().bits();
          if (bits < 0) {
            yield -1;
          }
          sum += bits;
        }
        yield sum;
      }
      case Array array -> -1;
      case Other other -> -1;
    };
  }

  /** {@return how many words it has, at all depths} */
  default long words() {
    return switch (this) {
      case Packed packed -> 1;
      case Array array -> array.size() * array.element().words();
      case Struct struct -> struct.members().stream().mapToLong(m -> m.type().words()).sum();
      case Other other -> 0;
    };
  }
}
