package dev.backplane.capi.card;

import dev.backplane.rtl.harness.psl.DmaRequest;
import dev.backplane.rtl.harness.psl.DmaStatus;
import dev.backplane.rtl.harness.psl.PslCommand;
import java.lang.foreign.MemorySegment;

/**
 * The interface of an AFU to its PSL: commands on the memory of the attached contexts, by tag. An
 * AFU calls it from its own methods only, so one call at a time; a command is answered later, by
 * {@link CapiAfu#response}.
 *
 * <p>What hardware would not take, stops the AFU: a command without a credit, one with a tag that
 * is outstanding, or one while no job runs.
 */
public interface PslPort {
  /** The number of bytes of a line. */
  int LINE_BYTES = 128;

  /**
   * The offset of the work element descriptor in the process element that READ_PE brings;
   * big-endian.
   */
  int DESCRIPTOR_OFFSET = 116;

  /** The number of tags. */
  int TAGS = 256;

  /** {@return how many commands can be given before the next answer, at most 64} */
  int credits();

  /**
   * Gives a command. The same command on whole lines that follow one another costs the least when
   * their tags follow one another too: then the PSL moves them as one.
   *
   * @param tag which no outstanding command has, 0 to 255
   * @param command what to do
   * @param process the process element of the context; 0 for an AFU in dedicated mode
   * @param address an effective address, a multiple of the size; the number of an interrupt
   * @param bytes a power of 2 up to 128
   */
  void command(int tag, PslCommand command, int process, long address, int bytes);

  /**
   * {@return the 128 bytes of a tag} A command's bytes lie at the place of its address in its line:
   * after the answer those that were read, before the command those that are to be written.
   *
   * @param tag 0 to 255
   */
  MemorySegment line(int tag);

  /**
   * {@return the itag that the answer to XLAT_RD or XLAT_WR brought}
   *
   * @param tag that of the command
   */
  int itag(int tag);

  /**
   * Makes a DMA, at once; a PSL9 alone. What hardware would not take, stops the AFU: an itag that
   * was not given, was used before, or is for the other direction.
   *
   * @param request what; its itag is used up
   * @param data what a write stores and a read fills, from its first byte; 16 bytes for an atomic
   * @return how it went; after {@link DmaStatus#FAILED} with an event, the context is flushing
   */
  DmaStatus dma(DmaRequest request, MemorySegment data);

  /**
   * Serves the commands that were given; their answers come before it returns. For an AFU that
   * waits for answers in one of its methods, other than {@link CapiAfu#response}.
   */
  void serve();

  /**
   * Ends the job.
   *
   * @param error 0, or what went wrong, which the holders of all contexts are told
   */
  void done(long error);
}
