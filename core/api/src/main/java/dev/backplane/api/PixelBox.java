package dev.backplane.api;

/**
 * A box of pixels in an image: where it begins and how far it reaches. Immutable.
 *
 * @param x the first pixel of a row
 * @param y the first row; the first layer of an array of images of one dimension
 * @param z the first layer
 * @param width how many pixels of a row
 * @param height how many rows
 * @param depth how many layers
 */
public record PixelBox(long x, long y, long z, long width, long height, long depth) {
  /** Checks that there is a pixel. */
  public PixelBox {
    boolean fits = x >= 0 && y >= 0 && z >= 0 && width > 0 && height > 0 && depth > 0;
    try {
      var _ = Math.multiplyExact(Math.multiplyExact(width, height), depth);
      var _ = Math.addExact(x, width);
      var _ = Math.addExact(y, height);
      var _ = Math.addExact(z, depth);
    } catch (ArithmeticException e) {
      fits = false;
    }
    if (!fits) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "a box of %d x %d x %d pixels at (%d, %d, %d) is none"
                  .formatted(width, height, depth, x, y, z))
          .remedy("Give positive sizes, and 1 for those that the image does not have")
          .build();
    }
  }

  /** {@return pixels of an image of two dimensions} */
  public static PixelBox of(long x, long y, long width, long height) {
    return new PixelBox(x, y, 0, width, height, 1);
  }

  /** {@return how many pixels are in it} */
  public long pixels() {
    return width * height * depth;
  }

  /** {@return whether all of it is in an image of a shape} */
  public boolean isIn(ImageShape shape) {
    return x + width <= shape.width() && y + height <= shape.height() && z + depth <= shape.depth();
  }

  /** {@return whether another box is of the same size} */
  public boolean sameSize(PixelBox other) {
    return width == other.width && height == other.height && depth == other.depth;
  }

  /** {@return whether it has pixels that another box has too} */
  public boolean overlaps(PixelBox other) {
    return x < other.x + other.width
        && other.x < x + width
        && y < other.y + other.height
        && other.y < y + height
        && z < other.z + other.depth
        && other.z < z + depth;
  }

  @Override
  public String toString() {
    return "%d x %d x %d pixels at (%d, %d, %d)".formatted(width, height, depth, x, y, z);
  }
}
