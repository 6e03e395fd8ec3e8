package dev.backplane.rtl.frontend;

import java.util.List;
import java.util.Map;

/**
 * A module as yosys writes it: wires are bits with numbers. Bits that are constants are the
 * negative numbers below.
 *
 * @param name name of the module
 * @param parameters values of its parameters, as strings of binary digits, highest first
 * @param ports its ports in order
 * @param cells its cells in order
 * @param names named wires
 * @param bits one more than the highest bit number
 */
record BitDesign(
    String name,
    Map<String, String> parameters,
    List<BitPort> ports,
    List<BitCell> cells,
    List<BitName> names,
    int bits) {
  static final int ZERO = -1;
  static final int ONE = -2;
  static final int UNKNOWN = -3;
  static final int FLOATING = -4;

  /**
   * A port.
   *
   * @param name its name
   * @param direction input, output or inout
   * @param bits lowest first
   */
  // Compared by nobody, and a design has millions of bits: plain arrays.
  @SuppressWarnings("ArrayRecordComponent")
  record BitPort(String name, String direction, int[] bits) {}

  /**
   * A cell.
   *
   * @param name its name, mostly made up
   * @param type its type, a name with a dollar sign if it is one of yosys' own
   * @param parameters texts or strings of binary digits, highest first
   * @param source file and line, empty where unknown
   * @param connections bits by port, lowest first
   */
  record BitCell(
      String name,
      String type,
      Map<String, String> parameters,
      String source,
      Map<String, int[]> connections) {
    int[] bits(String port) {
      return connections.getOrDefault(port, new int[0]);
    }

    /** A parameter that is a number of at most 32 bits, without sign; 0 where it is missing. */
    long number(String parameter) {
      String digits = parameters.getOrDefault(parameter, "0").replace('x', '0');
      return Long.parseLong(digits.substring(Math.max(0, digits.length() - 32)), 2);
    }

    boolean flag(String parameter) {
      return number(parameter) != 0;
    }

    /** Whether bit {@code index} of a parameter is 1, counted from the lowest. */
    boolean flag(String parameter, int index) {
      String digits = parameters.getOrDefault(parameter, "");
      return index < digits.length() && digits.charAt(digits.length() - 1 - index) == '1';
    }
  }

  /**
   * A named wire.
   *
   * @param name its name
   * @param madeUp whether the source does not contain it
   * @param bits lowest first
   * @param initial its value at power-up, binary digits highest first; empty if none is given
   * @param source file and line, empty where unknown
   */
  // Compared by nobody, and a design has millions of bits: plain arrays.
  @SuppressWarnings("ArrayRecordComponent")
  record BitName(String name, boolean madeUp, int[] bits, String initial, String source) {}
}
