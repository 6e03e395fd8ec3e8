package dev.backplane.capi.card;

import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.rtl.harness.psl.PslResponse;

/**
 * An accelerator function unit, behind a soft PSL. All methods are called by one thread at a time.
 * What one throws stops the AFU, and the holders of its contexts are told.
 *
 * <p>In dedicated mode a job begins with {@link #start} and the work element descriptor of the only
 * context. In directed mode it begins with {@code start(0)} for the first context, and each is
 * announced with {@link #add}; its work element descriptor is read with the command READ_PE.
 */
public interface CapiAfu extends AutoCloseable {
  /** {@return what it says of itself, always the same} */
  AfuDescriptor descriptor();

  /** {@return how many bytes its registers have, a multiple of 4096} */
  long registerBytes();

  /**
   * Connects it, once.
   *
   * @param psl takes its commands
   */
  void connect(PslPort psl);

  /** Forgets all jobs and commands; its registers are as at power-up. */
  void reset();

  /**
   * Begins a job.
   *
   * @param workElementDescriptor that of the context, or 0 in directed mode
   */
  void start(long workElementDescriptor);

  /**
   * Announces a context, in directed mode.
   *
   * @param process its process element
   */
  default void add(int process) {}

  /**
   * Ends a context, in directed mode. The AFU gives no commands for it any more.
   *
   * @param process its process element
   */
  default void terminate(int process) {}

  /**
   * Reads a register.
   *
   * @param offset a multiple of the size, from the begin of all registers
   * @param bytes 4 or 8
   * @return the value, big-endian registers as the AFU has them
   */
  long read(long offset, int bytes);

  /**
   * Writes a register.
   *
   * @param offset as for {@link #read}
   * @param bytes 4 or 8
   * @param value what to write
   */
  void write(long offset, int bytes, long value);

  /**
   * Reads the error buffer, as far as its descriptor says that there is one.
   *
   * @param offset a multiple of 8
   * @param bytes a multiple of 8, up to 4096
   * @return the bytes
   */
  default byte[] errorBuffer(long offset, int bytes) {
    return new byte[bytes];
  }

  /**
   * Takes the answer to a command.
   *
   * @param tag that of the command, which is free now
   * @param response how it went
   */
  void response(int tag, PslResponse response);

  /**
   * Works for a while: gives the commands that it has credits for, and returns.
   *
   * @return whether there is more to do at once; otherwise it is asked again after a pause of up to
   *     a millisecond, a write of a register, or an answer
   */
  boolean advance();

  /** Gives back what it has. */
  @Override
  default void close() {}
}
