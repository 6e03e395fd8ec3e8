package dev.backplane.rtl.harness;

import java.lang.foreign.MemorySegment;

/**
 * A memory that its owner may take away at any time: it is copied, never touched. Safe for use by
 * several threads.
 */
public interface CopiedMemory {
  /** {@return how many bytes there are, or were} */
  long byteSize();

  /**
   * Copies from it.
   *
   * @param offset where to begin, inside it
   * @param into is filled
   * @return whether all bytes could be read
   */
  boolean read(long offset, MemorySegment into);

  /**
   * Copies to it. Aligned words are written whole.
   *
   * @param offset where to begin, inside it
   * @param from is written
   * @return whether all bytes could be written
   */
  boolean write(long offset, MemorySegment from);
}
