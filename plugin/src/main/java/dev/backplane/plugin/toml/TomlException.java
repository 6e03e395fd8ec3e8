package dev.backplane.plugin.toml;

/** A text is not TOML; says where. */
public final class TomlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  TomlException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** {@return the line, counted from 1} */
  public int line() {
    return line;
  }

  /** {@return the column in UTF-16 units, counted from 1} */
  public int column() {
    return column;
  }
}
