package dev.backplane.rtl.engines.jvm;

/**
 * Limits on the size of generated code.
 *
 * @param chunkBytes about how many bytes of bytecode a method may have
 * @param branchWords about how many words one branch may skip; 0 for no branches
 * @param partConstants about how many constants a class may have, of 65 535 that the format allows
 */
record CodeSizeLimits(int chunkBytes, int branchWords, int partConstants) {
  /** HotSpot never compiles methods of more than 8 000 bytes; this leaves a margin. */
  static final int MAX_METHOD_BYTES = 6_000;

  /** The bytes of a method that one word behind a branch takes, including its overhead. */
  private static final int BYTES_PER_WORD = 20;

  /** Chosen by measurement, see docs/rationale/netlist-and-engines.md. */
  static final CodeSizeLimits DEFAULT = of(3_000, 50_000);

  private static final int MIN_CHUNK_BYTES = 250;

  /** Limits with branches that fit into the methods. */
  static CodeSizeLimits of(int chunkBytes, int partConstants) {
    return new CodeSizeLimits(chunkBytes, chunkBytes / BYTES_PER_WORD, partConstants);
  }

  /** The same with smaller methods; finally without branches, because a branch cannot be split. */
  CodeSizeLimits smaller() {
    if (branchWords == 0) {
      return new CodeSizeLimits(chunkBytes / 2, 0, partConstants);
    }
    return chunkBytes >= MIN_CHUNK_BYTES
        ? of(chunkBytes / 2, partConstants)
        : new CodeSizeLimits(DEFAULT.chunkBytes() / 2, 0, partConstants);
  }

  boolean canShrink() {
    return branchWords > 0 || chunkBytes >= MIN_CHUNK_BYTES;
  }
}
