package dev.backplane.rtl.frontends;

/**
 * An object of a generated VHDL source.
 *
 * @param name its name, or that of a field
 * @param kind u, s and v for vectors, l for a bit, b for a boolean, i for an integer, e for an
 *     enumeration, a for an array of unsigned
 * @param width the bits of a vector, or of an array's elements
 * @param low the least index of a vector or an array, or the least value of an integer
 * @param high the highest one
 * @param ascending whether the range of a vector ascends
 */
record VhdlObject(String name, char kind, int width, long low, long high, boolean ascending) {
  static VhdlObject bits(String name, char kind, int width) {
    return new VhdlObject(name, kind, width, 0, width - 1L, false);
  }

  static VhdlObject integer(String name, long low, long high) {
    return new VhdlObject(name, 'i', 0, low, high, false);
  }

  static VhdlObject plain(String name, char kind) {
    return new VhdlObject(name, kind, 1, 0, 0, false);
  }

  boolean isVector() {
    return kind == 'u' || kind == 's' || kind == 'v';
  }

  VhdlObject named(String other) {
    return new VhdlObject(other, kind, width, low, high, ascending);
  }

  /** The kind of the expressions that it can be given. */
  String type() {
    return isVector() ? kind + String.valueOf(width) : String.valueOf(kind);
  }

  /** Its type, as it is declared. */
  String declared() {
    return switch (kind) {
      case 'l' -> "std_logic";
      case 'b' -> "boolean";
      case 'i' -> "integer range %d to %d".formatted(low, high);
      case 'e' -> "color_t";
      case 'a' -> "array%d_t".formatted(width);
      default -> vector(kind) + "(" + range(low, high) + ")";
    };
  }

  static String vector(char kind) {
    return kind == 'u' ? "unsigned" : kind == 's' ? "signed" : "std_logic_vector";
  }

  /** A range of its bits. */
  String range(long from, long to) {
    return ascending ? from + " to " + to : to + " downto " + from;
  }
}
