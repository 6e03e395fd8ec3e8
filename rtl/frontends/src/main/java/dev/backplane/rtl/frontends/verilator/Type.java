package dev.backplane.rtl.frontends.verilator;

import java.util.List;

/** The type of a variable or expression, reduced to what is relevant for hardware. */
sealed interface Type {
  /** A word: vectors, packed arrays and structs, enumerations, integers. */
  record Packed(int width, boolean signed) implements Type {}

  /**
   * An unpacked array.
   *
   * @param element the type of its elements
   * @param low the lowest index in the source; expressions count from 0
   * @param size the number of elements
   * @param ascending whether the range is written lowest index first
   */
  record Array(Type element, int low, int size, boolean ascending) implements Type {
    /**
     * {@return the element at a place counted from the left of the range, as counted from the
     * lowest index} It is its own inverse.
     */
    int fromLeft(int place) {
      return ascending ? place : size - 1 - place;
    }
  }

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

  /** A type without hardware: interfaces, strings, real numbers, events, classes. */
  record Other(String what) implements Type {}

  /** {@return its bits if it were packed; -1 if it contains arrays or types without hardware} */
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

  /** {@return the number of its words, at all depths} */
  default long words() {
    return switch (this) {
      case Packed packed -> 1;
      case Array array -> array.size() * array.element().words();
      case Struct struct -> struct.members().stream().mapToLong(m -> m.type().words()).sum();
      case Other other -> 0;
    };
  }
}
