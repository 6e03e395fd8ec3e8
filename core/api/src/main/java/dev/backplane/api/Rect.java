package dev.backplane.api;

/**
 * A box of bytes in linear memory: where it begins, how large it is, and how far its rows and
 * layers lie apart. Immutable.
 *
 * @param x the first byte of a row
 * @param y the first row
 * @param z the first layer
 * @param width bytes of a row
 * @param height how many rows
 * @param depth how many layers
 * @param rowPitch bytes from one row to the next; 0 for rows without gaps
 * @param slicePitch bytes from one layer to the next; 0 for layers without gaps
 */
public record Rect(
    long x, long y, long z, long width, long height, long depth, long rowPitch, long slicePitch) {
  /** Checks the numbers and puts in the pitches that were left out. */
  public Rect {
    if (x < 0 || y < 0 || z < 0 || width <= 0 || height <= 0 || depth <= 0) {
      throw invalid(
          "a box of %d x %d x %d bytes at (%d, %d, %d) is none"
              .formatted(width, height, depth, x, y, z));
    }
    rowPitch = rowPitch == 0 ? width : rowPitch;
    if (rowPitch < width) {
      throw invalid("rows of " + width + " bytes cannot lie " + rowPitch + " bytes apart");
    }
    try {
      slicePitch = slicePitch == 0 ? Math.multiplyExact(rowPitch, height) : slicePitch;
      if (slicePitch < Math.multiplyExact(rowPitch, height) || slicePitch % rowPitch != 0) {
        throw invalid(
            "layers of %d rows cannot lie %d bytes apart: at least %d, and a multiple of %d"
                .formatted(height, slicePitch, rowPitch * height, rowPitch));
      }
      long layers = Math.multiplyExact(Math.addExact(z, depth), slicePitch);
      long rows = Math.multiplyExact(Math.addExact(y, height), rowPitch);
      var _ = Math.addExact(Math.addExact(layers, rows), Math.addExact(x, width));
    } catch (ArithmeticException e) {
      throw invalid("a box with these numbers has no end: " + e.getMessage());
    }
  }

  /** {@return a box of one layer, at the beginning and without gaps} */
  public static Rect of(long width, long height) {
    return of(width, height, 1);
  }

  /** {@return a box at the beginning and without gaps} */
  public static Rect of(long width, long height, long depth) {
    return new Rect(0, 0, 0, width, height, depth, 0, 0);
  }

  /** {@return the same box somewhere else} */
  public Rect at(long toX, long toY, long toZ) {
    return new Rect(toX, toY, toZ, width, height, depth, rowPitch, slicePitch);
  }

  /** {@return the same box in memory of other pitches; 0 for those without gaps} */
  public Rect in(long otherRowPitch, long otherSlicePitch) {
    return new Rect(x, y, z, width, height, depth, otherRowPitch, otherSlicePitch);
  }

  /** {@return the number of bytes in the box} */
  public long bytes() {
    return width * height * depth;
  }

  /** {@return the offset behind its last byte} */
  public long end() {
    return (z + depth - 1) * slicePitch + (y + height - 1) * rowPitch + x + width;
  }

  /** {@return whether another box is of the same size} */
  public boolean sameSize(Rect other) {
    return width == other.width && height == other.height && depth == other.depth;
  }

  private static BackplaneException invalid(String problem) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .remedy("Give a box with positive sizes; its pitches are bytes, 0 where there is no gap")
        .build();
  }
}
