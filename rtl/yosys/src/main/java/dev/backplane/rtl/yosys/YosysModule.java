package dev.backplane.rtl.yosys;

import java.util.List;
import java.util.Map;

/**
 * A module in yosys' JSON: bits have numbers, and wires are lists of bits. The negative numbers
 * below stand for constant bits.
 *
 * @param name the name of the module
 * @param parameters the values of its parameters, as strings of binary digits, highest first
 * @param ports its ports, in order
 * @param cells its cells, in order
 * @param wires named wires
 * @param bitCount one more than the highest bit number
 */
record YosysModule(
    String name,
    Map<String, String> parameters,
    List<YosysPort> ports,
    List<YosysCell> cells,
    List<YosysWire> wires,
    int bitCount) {
  static final int ZERO = -1;
  static final int ONE = -2;
  static final int UNKNOWN = -3;
  static final int FLOATING = -4;

  /**
   * A port.
   *
   * @param name its name
   * @param direction input, output or inout
   * @param bits its bits, lowest first
   */
  // Plain arrays: a design has millions of bits, and the records are never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record YosysPort(String name, String direction, int[] bits) {}

  /**
   * A cell.
   *
   * @param name its name, mostly generated
   * @param type its type; types of yosys begin with a dollar sign
   * @param parameters its parameters: texts, or strings of binary digits, highest first
   * @param source file and line, empty where unknown
   * @param connections bits by port, lowest first
   */
  record YosysCell(
      String name,
      String type,
      Map<String, String> parameters,
      String source,
      Map<String, int[]> connections) {
    int[] bits(String port) {
      return connections.getOrDefault(port, new int[0]);
    }

    /** An unsigned parameter of at most 32 bits; 0 if it is missing. */
    long number(String parameter) {
      String digits = parameters.getOrDefault(parameter, "0").replace('x', '0');
      return Long.parseLong(digits.substring(Math.max(0, digits.length() - 32)), 2);
    }

    boolean flag(String parameter) {
      return number(parameter) != 0;
    }

    /** Tells whether bit {@code index} of a parameter is 1, counted from the lowest. */
    boolean flag(String parameter, int index) {
      String digits = parameters.getOrDefault(parameter, "");
      return index < digits.length() && digits.charAt(digits.length() - 1 - index) == '1';
    }
  }

  /**
   * A named wire.
   *
   * @param name its name
   * @param generated whether its name does not occur in the source
   * @param bits lowest first
   * @param initial its initial value in binary digits, highest first; empty if it has none
   * @param source file and line, empty where unknown
   */
  // Plain arrays: a design has millions of bits, and the records are never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record YosysWire(String name, boolean generated, int[] bits, String initial, String source) {}
}
