package dev.backplane.rtl.engine.jvm;

/**
 * Where designs are cut.
 *
 * @param chunkBytes about how many bytes of bytecode a method gets
 * @param branchWords about how many words may come behind one branch; 0 for no branches
 * @param partConstants about how many constants a class gets, of 65 535 that it can have
 */
record Limits(int chunkBytes, int branchWords, int partConstants) {
  /** HotSpot interprets methods of more than 8 000 bytes for ever; this keeps well away from it. */
  static final int LARGEST_METHOD = 6_000;

  /** What a word behind a branch may take of a method, with what comes along with it. */
  private static final int BYTES_PER_WORD = 20;

  /** Chosen by measurement, see docs/adr/0003-jvm-engine-shape.md. */
  static final Limits DEFAULT = of(3_000, 50_000);

  private static final int SMALLEST_CHUNK_BYTES = 250;

  /** Limits with branches that fit into the methods. */
  static Limits of(int chunkBytes, int partConstants) {
    return new Limits(chunkBytes, chunkBytes / BYTES_PER_WORD, partConstants);
  }

  /** The same with smaller methods; at last without branches, which nothing can cut. */
  Limits smaller() {
    if (branchWords == 0) {
      return new Limits(chunkBytes / 2, 0, partConstants);
    }
    return chunkBytes >= SMALLEST_CHUNK_BYTES
        ? of(chunkBytes / 2, partConstants)
        : new Limits(DEFAULT.chunkBytes() / 2, 0, partConstants);
  }

  boolean canShrink() {
    return branchWords > 0 || chunkBytes >= SMALLEST_CHUNK_BYTES;
  }
}
