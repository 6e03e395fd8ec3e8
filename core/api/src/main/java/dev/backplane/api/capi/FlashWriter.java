package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import java.lang.foreign.MemorySegment;

/**
 * A flash that is open for writing. An image is sent twice in the same chunks: for {@link
 * Pass#DOWNLOAD} until no more are wanted, then for {@link Pass#VALIDATE}. With the last chunk of
 * that the card has it for good, and loses its AFUs; they come back, those of the new image, when
 * the writer is closed.
 *
 * <p>The last chunk waits until the AFUs of the image were made for a trial, which takes minutes if
 * they are compiled; the card works on meanwhile. Who closes the writer, removes the card or
 * interrupts the thread ends that.
 *
 * <p>A chunk that is refused ends the transfer, which may begin again, and resets the card: its
 * contexts end. So does closing the writer without an image that is verified. The image that the
 * card had stays.
 *
 * <p>Safe for use by several threads; chunks are taken one after the other.
 */
public interface FlashWriter extends AutoCloseable {
  /** The largest chunk, in bytes: 256 entries of a list, each of 4096. */
  int LARGEST_CHUNK = 1 << 20;

  /** The pass in which a chunk is sent. */
  enum Pass {
    /** It is written. */
    DOWNLOAD,
    /** It is compared with what was written. */
    VALIDATE
  }

  /** The source of an image's header. */
  enum Header {
    /** It is the begin of the first chunk. */
    AS_GIVEN,
    /** It is made, and put before the first chunk. */
    PREPENDED
  }

  /**
   * Sends a chunk.
   *
   * @param pass what is done with it
   * @param data the chunk, with its header at most {@value #LARGEST_CHUNK} bytes
   * @param imageLength how many bytes all chunks have together
   * @param header {@link Header#PREPENDED} for the first chunk of an image without a header
   * @return whether another chunk of this pass is wanted
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for an empty chunk, one that is
   *     too long or goes beyond the image, or a pass that is not the one wanted; {@link
   *     ErrorCode#IMAGE_INVALID}, {@link ErrorCode#IMAGE_TRUNCATED} or {@link
   *     ErrorCode#IMAGE_PLATFORM_MISMATCH} for an image that is none, is not whole, is for another
   *     card, is not what was downloaded, or whose AFUs do not come up; {@link
   *     ErrorCode#FLASH_FAILED} if the flash cannot be written; {@link ErrorCode#NO_SUCH_DEVICE} if
   *     the card is removed; {@link ErrorCode#CLOSED} if the writer is closed meanwhile; {@link
   *     ErrorCode#CANCELLED} if the thread is interrupted, which it stays
   */
  @Operation("write the flash of")
  boolean write(Pass pass, @In MemorySegment data, long imageLength, Header header);

  /**
   * Does what the kernel does for C: {@code CXL_IOCTL_DOWNLOAD_IMAGE} and {@code
   * CXL_IOCTL_VALIDATE_IMAGE}, with the numbers that they have on this machine.
   *
   * @param request the number
   * @param argument a {@code struct cxl_adapter_image} of 64 bytes, in the byte order of this
   *     machine; its data is memory of this process
   * @return 1 if another chunk of this pass is wanted, else 0
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for another number, fewer bytes,
   *     flags that are not known or reserved fields that are not 0, none of which ends the
   *     transfer; {@link ErrorCode#ADDRESS_FAULT} for data that cannot be read; and as for {@link
   *     #write}
   */
  @Local
  @Operation("control the flash of")
  int ioctl(int request, @In MemorySegment argument);

  /** Ends writing. */
  @Override
  void close();
}
