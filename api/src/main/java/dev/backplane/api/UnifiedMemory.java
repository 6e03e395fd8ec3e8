package dev.backplane.api;

import dev.backplane.api.contract.Command;
import dev.backplane.api.contract.In;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;

/** The ability to have memory that host and device know by one address (USM, or SVM of OpenCL). */
public interface UnifiedMemory extends Facet {
  /** Where unified memory lies and who may use it. */
  enum Kind {
    /** In the host's memory; both may use it. */
    HOST,
    /** In the device's memory; the host only knows the address. */
    DEVICE,
    /** Moves to where it is used; both may use it. */
    SHARED
  }

  /**
   * What is known of an address.
   *
   * @param kind what kind of memory it lies in
   * @param base where that begins
   * @param size how many bytes that has
   */
  record Pointer(Kind kind, long base, long size) {}

  /** {@return the kinds that the device offers} */
  Set<Kind> kinds();

  /**
   * Allocates.
   *
   * @param kind which kind
   * @param bytes how many, more than 0
   * @param alignment a power of 2, or 0 for what suits every type
   * @return the memory, its content undefined; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED}, {@link
   *     ErrorCode#OUT_OF_DEVICE_MEMORY}, {@link ErrorCode#INVALID_ARGUMENT}
   */
  UnifiedBuffer allocate(Kind kind, long bytes, int alignment);

  /**
   * Tells what an address points into.
   *
   * @param address any address
   * @return what is known, or empty if that is no unified memory
   */
  Optional<Pointer> info(long address);

  /**
   * Fills a range with a pattern.
   *
   * @param queue a queue of this device
   * @param target the memory
   * @param offset where in it to begin
   * @param bytes how many, a multiple of the pattern's size
   * @param pattern 1, 2, 4, ... or 128 bytes, copied
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#INVALID_ARGUMENT}
   */
  @Command
  Run fill(
      Queue queue,
      UnifiedBuffer target,
      long offset,
      long bytes,
      @In MemorySegment pattern,
      Run... after);

  /**
   * Copies between two pieces of unified memory.
   *
   * @param queue a queue of this device
   * @param source where from
   * @param sourceOffset the first byte there
   * @param target where to
   * @param targetOffset the first byte there
   * @param bytes how many
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  @Command
  Run copy(
      Queue queue,
      UnifiedBuffer source,
      long sourceOffset,
      UnifiedBuffer target,
      long targetOffset,
      long bytes,
      Run... after);
}
