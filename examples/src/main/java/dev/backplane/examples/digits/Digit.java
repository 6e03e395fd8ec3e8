package dev.backplane.examples.digits;

/** One handwritten digit: an image, and which digit it is. Immutable. */
final class Digit {
  /** Rows and columns of an image. */
  static final int SIDE = 28;

  static final int PIXELS = SIDE * SIDE;
  static final int CLASSES = 10;

  private final int label;
  private final float[] pixels;

  /**
   * A digit.
   *
   * @param label which one it is, 0 to 9
   * @param pixels how dark each pixel is, 0 to 1, row by row
   */
  Digit(int label, float[] pixels) {
    this.label = label;
    this.pixels = pixels.clone();
  }

  /** {@return which digit it is, 0 to 9} */
  int label() {
    return label;
  }

  /** {@return how dark a pixel is, 0 to 1; they are counted row by row} */
  float pixel(int index) {
    return pixels[index];
  }

  /** {@return all pixels, row by row} */
  double[] pixels() {
    double[] all = new double[PIXELS];
    for (int i = 0; i < PIXELS; i++) {
      all[i] = pixels[i];
    }
    return all;
  }
}
