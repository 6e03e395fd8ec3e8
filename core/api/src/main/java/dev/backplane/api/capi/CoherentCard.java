package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Operation;
import dev.backplane.api.contract.Out;
import java.lang.foreign.MemorySegment;

/**
 * The ability of a card to be looked at, tuned and reset, with the AFUs on it, as the system's
 * class {@code cxl} does it with files. AFUs are named by their slice, from 0. Safe for use by
 * several threads.
 */
public interface CoherentCard extends Facet, HotPlug {
  /** {@return what the card says of itself now} */
  @Operation("ask for the attributes of")
  CardAttributes attributes();

  /**
   * {@return what an AFU says of itself now}
   *
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is no such AFU
   */
  @Operation("ask for the attributes of slice {0} of")
  AfuAttributes accelerator(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slice);

  /**
   * Reads what an AFU has written into its error buffer, also when it has failed.
   *
   * @param slice the AFU
   * @param offset where to begin
   * @param target where to; one read gives a page of 4096 bytes at most
   * @return how many bytes were read; 0 from the end of the buffer on, or if there is none
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is no such AFU; {@link
   *     ErrorCode#DEVICE_FAULTED} if it does not answer any more
   */
  @Operation("read the error buffer of slice {0} of")
  int errorBuffer(
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slice,
      @AtLeast(0) long offset,
      @Out MemorySegment target);

  /**
   * Reads a configuration record of an AFU, which is little-endian.
   *
   * @param slice the AFU
   * @param number which record, from 0
   * @param offset where to begin
   * @param target where to
   * @return how many bytes were read; 0 from the end of the record on
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE} if there is no such AFU or record
   */
  @Operation("read record {1} of slice {0} of")
  int record(
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slice,
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int number,
      @AtLeast(0) long offset,
      @Out MemorySegment target);

  /** Chooses the image that a reset loads. */
  @Operation("choose the image of")
  void loadImageOnPerst(PerstImage image);

  /** Promises that a reset loads the image that is loaded; {@link #reset} is refused meanwhile. */
  @Operation("promise the image of")
  void perstReloadsSameImage(boolean same);

  /**
   * Resets the card. All contexts end: their readers are told so, and their registers are gone.
   *
   * @param force whether contexts are ended that are started
   * @throws BackplaneException {@link ErrorCode#BUSY} if there are such and it is not forced;
   *     {@link ErrorCode#INVALID_ARGUMENT} if a reset is promised to load the same image; {@link
   *     ErrorCode#DEVICE_FAULTED} if the card is removed
   */
  @Operation("reset")
  void reset(boolean force);

  /**
   * Resets an AFU.
   *
   * @throws BackplaneException {@link ErrorCode#BUSY} if a context of it is open; {@link
   *     ErrorCode#OUT_OF_RANGE} if there is no such AFU
   */
  @Operation("reset slice {0} of")
  void resetAccelerator(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slice);

  /**
   * Chooses how processes share an AFU, and with it the nodes that there are.
   *
   * @throws BackplaneException {@link ErrorCode#BUSY} if a context of it is open; {@link
   *     ErrorCode#INVALID_ARGUMENT} for a mode that it does not support; {@link
   *     ErrorCode#OUT_OF_RANGE} if there is no such AFU; {@link ErrorCode#DEVICE_FAULTED} if the
   *     card is removed
   */
  @Operation("set the mode of slice {0} of")
  void mode(@AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slice, AfuMode mode);

  /**
   * Limits how many interrupts a context can have.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for fewer than a context needs,
   *     or more than the card has; {@link ErrorCode#OUT_OF_RANGE} if there is no such AFU
   */
  @Operation("limit the interrupts of slice {0} of")
  void mostInterrupts(
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slice, int interrupts);

  /**
   * Chooses what is made ready when a context is started.
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for a mode that the processor
   *     does not have: one that walks its page tables (POWER9) has {@link PrefaultMode#NONE} alone;
   *     {@link ErrorCode#OUT_OF_RANGE} if there is no such AFU
   */
  @Operation("set the prefault mode of slice {0} of")
  void prefaultMode(
      @AtLeast(value = 0, error = ErrorCode.OUT_OF_RANGE) int slice, PrefaultMode mode);
}
