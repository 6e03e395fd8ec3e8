package dev.backplane.bench.vhdl;

/**
 * A place in a source.
 *
 * @param file the file
 * @param line from 1
 * @param column from 1
 */
record Place(String file, int line, int column) {
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
