package dev.backplane.rtl.harness.psl;

import java.lang.foreign.MemorySegment;

/**
 * The part of a PSL behind its pins, which serves the commands of an accelerator. The pins handle
 * their timing, tags, credits, parity and buffers; the host handles addresses, memory, contexts,
 * flushing and interrupts.
 *
 * <p>The thread that simulates calls it.
 */
public interface PslHost {
  /** Takes the answers to commands. */
  @FunctionalInterface
  interface Answers {
    /**
     * Answers a command. The line of a read has its data by then.
     *
     * @param tag that of the command
     * @param response how it went
     */
    void answer(int tag, PslResponse response);
  }

  /**
   * Connects it with the pins, before the first command; again if the accelerator is replaced.
   *
   * @param answers takes answers, during {@link #command} or later
   */
  void connect(Answers answers);

  /**
   * Sees a command in the cycle in which it is given, before it is served.
   *
   * @param command which
   * @param process the process element
   * @param address the effective address
   * @param bytes the size
   */
  default void see(PslCommand command, int process, long address, int bytes) {}

  /**
   * Takes a command, and answers it, now or later. The line of a write has its data.
   *
   * @param tag that of the command, which no other has until the answer
   * @param command which
   * @param process the process element
   * @param address the effective address
   * @param bytes the size, which may be wrong
   */
  void command(int tag, PslCommand command, int process, long address, int bytes);

  /**
   * {@return the 128 bytes of a tag, in which data lies at the place of its address}
   *
   * @param tag 0 to 255
   */
  MemorySegment line(int tag);

  /**
   * {@return the itag that the answer to XLAT_RD or XLAT_WR brings}
   *
   * @param tag that of the command
   */
  default int itag(int tag) {
    return 0;
  }

  /**
   * Makes a DMA, at once.
   *
   * @param request what; its itag was given and is used up now
   * @param data at least its bytes, for a read to be filled; 16 bytes for an atomic
   * @return how it went
   */
  default DmaStatus dma(DmaRequest request, MemorySegment data) {
    return DmaStatus.FAILED;
  }

  /** Serves the commands that it has taken. Between some cycles and the next. */
  default void serve() {}

  /** Forgets all commands and flushing, for a new job. */
  void restart();

  /**
   * {@return the timebase, which counts with 512 MHz}
   *
   * @param cycle the cycle of the accelerator
   */
  long timebase(long cycle);
}
