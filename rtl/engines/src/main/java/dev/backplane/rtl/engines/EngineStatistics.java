package dev.backplane.rtl.engines;

/**
 * Statistics of the compilation of a design.
 *
 * @param operations word operations after simplification
 * @param classes generated classes
 * @param methods generated methods that evaluate logic
 * @param largestMethodBytes bytes of bytecode of the largest of them; above 8 000 HotSpot would
 *     never compile it
 * @param bytecodeBytes bytes of bytecode of all of them
 * @param fields fields that hold registers and values between methods
 * @param compileMillis milliseconds from netlist to loaded classes
 */
public record EngineStatistics(
    int operations,
    int classes,
    int methods,
    int largestMethodBytes,
    int bytecodeBytes,
    int fields,
    long compileMillis) {
  @Override
  public String toString() {
    return operations
        + " operations in "
        + methods
        + " methods of "
        + classes
        + (classes == 1 ? " class" : " classes")
        + " ("
        + bytecodeBytes
        + " bytes, largest method "
        + largestMethodBytes
        + "), "
        + fields
        + " fields, compiled in "
        + compileMillis
        + " ms";
  }
}
