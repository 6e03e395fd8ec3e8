package dev.backplane.api;

import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Composed;
import dev.backplane.api.contract.Operation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The ability to hold buffers, wherever {@link #placements()} says. Devices without imports or
 * figures refuse those with {@link ErrorCode#NOT_SUPPORTED}.
 */
public interface Memory extends Facet {
  /** {@return the banks, by index; those of the image that is loaded, where images bring them} */
  List<Bank> banks();

  /** {@return where buffers of the device can lie; the others are refused} */
  default Set<Placement.Kind> placements() {
    return Set.of(Placement.Kind.PLAIN);
  }

  /**
   * Makes a buffer.
   *
   * @param bytes its size, more than 0; the size of the memory that {@link Placement#memory} brings
   * @param placement where it shall lie; memory that the program brings has to be of this process
   * @return the buffer, its content zero but for memory that the program brings; the caller closes
   *     it
   * @throws BackplaneException {@link ErrorCode#OUT_OF_DEVICE_MEMORY} naming bank, size and room;
   *     {@link ErrorCode#NOT_SUPPORTED} for a kind or flag that the device lacks, naming those that
   *     it has; {@link ErrorCode#INVALID_ARGUMENT} for an unknown bank and for memory that does not
   *     do
   */
  Buffer allocate(@AtLeast(1) long bytes, Placement placement);

  /**
   * Makes a plain buffer.
   *
   * @param bytes its size, more than 0
   * @param bank the index of the bank it shall lie in
   * @return the buffer, its content zero; the caller closes it
   * @throws BackplaneException as for {@link #allocate(long, Placement)}
   */
  @Composed
  default Buffer allocate(long bytes, int bank) {
    return allocate(bytes, Placement.bank(bank));
  }

  /**
   * Tells what an address points into.
   *
   * @param address any address
   * @return what is known of the buffer around it, with the address where that begins; empty if it
   *     is in no buffer of this device, or the device does not tell addresses
   */
  default Optional<BufferInfo> info(long address) {
    return Optional.empty();
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
