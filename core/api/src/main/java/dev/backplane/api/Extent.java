package dev.backplane.api;

/**
 * The size of something in each of three dimensions; 1 in a dimension that it does not have. The
 * text form is {@code 1024x1024x64}.
 *
 * @param width the size in the first dimension, 1 or more
 * @param height the size in the second
 * @param depth the size in the third
 */
public record Extent(long width, long height, long depth) {
  /**
   * Reads its text.
   *
   * @param text three numbers with {@code x} between
   * @return the extent
   * @throws IllegalArgumentException if the text is not one
   */
  public static Extent parse(String text) {
    String[] sizes = text.split("x", -1);
    if (sizes.length != 3) {
      throw new IllegalArgumentException(text);
    }
    return new Extent(Long.parseLong(sizes[0]), Long.parseLong(sizes[1]), Long.parseLong(sizes[2]));
  }

  @Override
  public String toString() {
    return width + "x" + height + "x" + depth;
  }
}
