package dev.backplane.api.spi;

import java.lang.foreign.MemorySegment;

/** A table of {@link NativeCall}s that can say what results and pointers of theirs mean. */
public interface NativeTable {
  /** {@return the C type of the results} */
  String resultType();

  /**
   * {@return the name of a result, or the number where it has none}
   *
   * @param result what a call answered
   */
  String resultName(int result);

  /**
   * {@return memory that an argument points to}
   *
   * @param address where it begins
   * @param bytes how much of it is looked at
   */
  MemorySegment memory(long address, long bytes);
}
