package dev.backplane.json;

/**
 * A place in a text. Immutable.
 *
 * @param line the line, counted from 1
 * @param column the column, counted from 1
 */
public record Place(int line, int column) {
  /** The beginning of a text. */
  public static final Place BEGIN = new Place(1, 1);

  /** {@return the place in the whole of what is at this place in a part that begins at another} */
  public Place within(Place begin) {
    return new Place(begin.line + line - 1, line == 1 ? begin.column + column - 1 : column);
  }

  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
