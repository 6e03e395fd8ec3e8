package dev.backplane.rtl.frontend.verilator;

/**
 * Where something stands in the sources.
 *
 * @param file Verilator's letter for the file, empty if the place is unknown
 * @param line from 1
 * @param column from 1
 * @param length characters of the word that stands there; 0 if it has more than one line
 */
record Place(String file, int line, int column, int length) {
  static final Place NOWHERE = new Place("", 0, 0, 0);

  static Place parse(String loc) {
    String[] parts = loc.split(",", -1);
    if (parts.length != 5) {
      return NOWHERE;
    }
    int line = Integer.parseInt(parts[1]);
    int column = Integer.parseInt(parts[2]);
    boolean oneLine = line == Integer.parseInt(parts[3]);
    return new Place(parts[0], line, column, oneLine ? Integer.parseInt(parts[4]) - column : 0);
  }
}
