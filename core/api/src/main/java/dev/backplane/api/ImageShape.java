package dev.backplane.api;

/**
 * The kind and size of an image. Immutable.
 *
 * @param kind how many dimensions it has, and whether it is an array
 * @param width pixels of a row
 * @param height rows of a layer; the number of layers of {@link Kind#ARRAY_1D}; 1 for {@link
 *     Kind#IMAGE_1D}
 * @param depth layers; 1 for kinds that have one
 */
public record ImageShape(Kind kind, long width, long height, long depth) {
  /** The kind of an image, by its dimensions and whether it is an array. */
  public enum Kind {
    /** A row of pixels. */
    IMAGE_1D(1),
    /** Rows of pixels that are images of their own. */
    ARRAY_1D(2),
    /** Rows of pixels. */
    IMAGE_2D(2),
    /** Images of two dimensions. */
    ARRAY_2D(3),
    /** Layers of rows. */
    IMAGE_3D(3);

    private final int coordinates;

    Kind(int coordinates) {
      this.coordinates = coordinates;
    }

    /** {@return how many numbers tell a pixel from the others} */
    public int coordinates() {
      return coordinates;
    }
  }

  /** Checks that there is a pixel, and no size that the kind does not have. */
  public ImageShape {
    boolean fits =
        width > 0
            && height > 0
            && depth > 0
            && (kind.coordinates > 1 || height == 1)
            && (kind.coordinates > 2 || depth == 1);
    try {
      var _ = Math.multiplyExact(Math.multiplyExact(width, height), depth);
    } catch (ArithmeticException e) {
      fits = false;
    }
    if (!fits) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "there is no image %s of %d x %d x %d pixels".formatted(kind, width, height, depth))
          .remedy("Give positive sizes, and 1 for those that the kind does not have")
          .build();
    }
  }

  /** {@return an image of one dimension} */
  public static ImageShape of(long width) {
    return new ImageShape(Kind.IMAGE_1D, width, 1, 1);
  }

  /** {@return an image of two dimensions} */
  public static ImageShape of(long width, long height) {
    return new ImageShape(Kind.IMAGE_2D, width, height, 1);
  }

  /** {@return an image of three dimensions} */
  public static ImageShape of(long width, long height, long depth) {
    return new ImageShape(Kind.IMAGE_3D, width, height, depth);
  }

  /** {@return an array of images of one dimension} */
  public static ImageShape arrayOf(long width, long layers) {
    return new ImageShape(Kind.ARRAY_1D, width, layers, 1);
  }

  /** {@return an array of images of two dimensions} */
  public static ImageShape arrayOf(long width, long height, long layers) {
    return new ImageShape(Kind.ARRAY_2D, width, height, layers);
  }

  /** {@return how many pixels it has} */
  public long pixels() {
    return width * height * depth;
  }

  /** {@return all its pixels} */
  public PixelBox all() {
    return new PixelBox(0, 0, 0, width, height, depth);
  }

  @Override
  public String toString() {
    return switch (kind.coordinates) {
      case 1 -> kind + " of " + width;
      case 2 -> kind + " of " + width + " x " + height;
      default -> kind + " of " + width + " x " + height + " x " + depth;
    };
  }
}
