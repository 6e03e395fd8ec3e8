package dev.backplane.api;

import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The ability to hold buffers. Devices without flags, memory of the program, imports or figures
 * refuse those with {@link ErrorCode#NOT_SUPPORTED}.
 */
public interface Memory extends Facet {
  /** {@return the banks, by index; those of the image that is loaded, where images bring them} */
  List<Bank> banks();

  /**
   * Makes a buffer.
   *
   * @param bytes its size, more than 0
   * @param bank the index of the bank it shall lie in
   * @return the buffer, its content zero; the caller closes it
   * @throws BackplaneException {@link ErrorCode#OUT_OF_DEVICE_MEMORY} naming bank, size and room;
   *     {@link ErrorCode#INVALID_ARGUMENT} for an unknown bank
   */
  Buffer allocate(@AtLeast(1) long bytes, int bank);

  /**
   * Makes a buffer of a special kind.
   *
   * @param request what is wanted
   * @return the buffer, its content zero; the caller closes it
   * @throws BackplaneException as for {@link #allocate(long, int)}; {@link ErrorCode#NOT_SUPPORTED}
   *     for a flag that the device does not have; {@link ErrorCode#INVALID_ARGUMENT} for flags that
   *     contradict each other
   */
  default Buffer allocate(BufferRequest request) {
    if (request.flags().isEmpty()) {
      return allocate(request.bytes(), request.bank());
    }
    throw missing("buffers with flags " + request.flags());
  }

  /**
   * Makes a buffer whose host copy is the program's own memory.
   *
   * @param pages native memory that begins at a page, is writable and lives at least as long as the
   *     buffer; may be used by any thread
   * @param bank the index of the bank where the device's copy shall lie
   * @return the buffer; the caller closes it
   * @throws BackplaneException as for {@link #allocate(long, int)}; {@link
   *     ErrorCode#INVALID_ARGUMENT} for memory that does not do
   */
  @Local
  default Buffer wrap(MemorySegment pages, int bank) {
    throw missing("buffers on memory of the program");
  }

  /**
   * Makes a buffer of memory that another device or process exported. Both see one memory; sync has
   * nothing to do.
   *
   * @param shared what the other's {@link Buffer#export()} gave
   * @param bank the index of the bank in whose addresses it shall appear
   * @return the buffer; the caller closes it
   * @throws BackplaneException as for {@link #allocate(long, int)}; {@link
   *     ErrorCode#INVALID_ARGUMENT} if that is not memory which was exported, or is not there any
   *     more
   */
  @Operation("import")
  default Buffer importShared(SharedMemory shared, int bank) {
    throw missing("buffers on memory of others");
  }

  /** {@return how much is in use} */
  default MemoryUsage usage() {
    throw missing("figures of use");
  }

  private static BackplaneException missing(String what) {
    return BackplaneException.because(ErrorCode.NOT_SUPPORTED, "the device has no " + what)
        .remedy("Use a plain buffer")
        .build();
  }
}
