package dev.backplane.plugin;

import java.io.Serializable;

/**
 * A place in a file, or a whole file.
 *
 * @param file the file as a person knows it; files in a jar are written {@code x.jar!/file}
 * @param line the line, counted from 1; 0 if the whole file is meant
 * @param column the column, counted from 1; 0 if the whole file is meant
 */
public record Position(String file, int line, int column) implements Serializable {
  /**
   * Makes the position that means a whole file.
   *
   * @param file the file
   * @return its position, with line and column 0
   */
  public static Position of(String file) {
    return new Position(file, 0, 0);
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ':' + line + ':' + column;
  }
}
