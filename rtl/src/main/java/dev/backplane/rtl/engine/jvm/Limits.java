package dev.backplane.rtl.engine.jvm;

/**
 * Where designs are cut.
 *
 * @param chunkBytes about how many bytes of bytecode a method gets
 * @param partConstants about how many constants a class gets, of 65 535 that it can have
 */
record Limits(int chunkBytes, int partConstants) {
  /** HotSpot interprets methods of more than 8 000 bytes for ever; this keeps well away from it. */
  static final int LARGEST_METHOD = 6_000;

  /** Chosen by measurement, see docs/adr/0003-jvm-engine-shape.md. */
  static final Limits DEFAULT = new Limits(3_000, 50_000);

  private static final int SMALLEST_CHUNK_BYTES = 250;

  /** The same with smaller methods. */
  Limits smaller() {
    return new Limits(chunkBytes / 2, partConstants);
  }

  boolean canShrink() {
    return chunkBytes >= SMALLEST_CHUNK_BYTES;
  }
}
