package dev.backplane.rtl.frontends.verilator;

/**
 * A location in the sources.
 *
 * @param file Verilator's letter for the file, empty if the location is unknown
 * @param line from 1
 * @param column from 1
 * @param length the length of the token; 0 if it has several lines
 */
record SourceLocation(String file, int line, int column, int length) {
  static final SourceLocation NOWHERE = new SourceLocation("", 0, 0, 0);

  /** The location behind the token. */
  SourceLocation end() {
    return new SourceLocation(file, line, column + length, 0);
  }

  static SourceLocation parse(String loc) {
    String[] parts = loc.split(",", -1);
    if (parts.length != 5) {
      return NOWHERE;
    }
    int line = Integer.parseInt(parts[1]);
    int column = Integer.parseInt(parts[2]);
    boolean oneLine = line == Integer.parseInt(parts[3]);
    return new SourceLocation(
        parts[0], line, column, oneLine ? Integer.parseInt(parts[4]) - column : 0);
  }
}
