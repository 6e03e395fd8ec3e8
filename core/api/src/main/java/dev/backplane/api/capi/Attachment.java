package dev.backplane.api.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RegisterSpace;
import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Local;
import dev.backplane.api.contract.Operation;
import dev.backplane.api.contract.Out;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A process that is attached to an accelerator: until it is closed, the accelerator reaches all
 * memory of the process at the process's own addresses. Safe for use by several threads.
 */
public interface Attachment extends AutoCloseable {
  /** The number of bytes that {@link #read} needs at least. */
  int LEAST_READ = 4096;

  /** {@return the number of the context} */
  @Operation("ask for the process element of")
  int processElement();

  /**
   * {@return the registers that the context may use: all of a master, and else those of its own}
   *
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} if the accelerator has none for it
   */
  @Operation("map the problem state of")
  RegisterSpace problemState();

  /**
   * Waits for the next event.
   *
   * @param timeout how long to wait at most
   * @return the event; empty if none came in time
   * @throws BackplaneException {@link ErrorCode#DEVICE_FAULTED} if the card is gone, or the
   *     accelerator cannot recover; {@link ErrorCode#CANCELLED} if the thread is interrupted, which
   *     it stays; {@link ErrorCode#CLOSED} if it is closed meanwhile
   */
  @Operation("wait for an event of")
  Optional<CoherentEvent> next(Duration timeout);

  /**
   * Reads whole events as the kernel gives them to C: structures {@code cxl_event}, each with its
   * size, in the byte order of this machine.
   *
   * @param events where to, at least {@value #LEAST_READ} bytes
   * @param timeout how long to wait for the first at most
   * @return how many bytes were written; 0 if no event came in time
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for less memory; and as for
   *     {@link #next}
   */
  @Operation("read events of")
  int read(@Out MemorySegment events, Duration timeout);

  /** {@return whether {@link #read} would answer at once, and how} */
  @Operation("ask for the readiness of")
  Readiness readiness();

  /**
   * {@return a stage that completes as soon as {@link #readiness} is not {@link Readiness#NOTHING}}
   * {@link AttachmentPoll} waits for several of them.
   */
  @Local
  CompletionStage<Void> ready();

  /**
   * Gives a file descriptor for {@code select}, {@code poll} and the like. It is readable exactly
   * while {@link #readiness} is not {@link Readiness#NOTHING}. It is only to be waited for: it is
   * neither to be read, nor written, nor closed. It is closed with the context.
   *
   * @return the descriptor, always the same
   * @throws BackplaneException {@link ErrorCode#OUT_OF_HOST_MEMORY} if the process can have no more
   *     descriptors
   */
  @Local
  @Operation("ask for the file descriptor of")
  int descriptor();

  /**
   * {@return by which number the accelerator knows the thread that it may wake; 0 if work was
   * started without one}
   */
  @Operation("ask for the thread of")
  int hostThread();

  /**
   * Waits until the accelerator wakes the thread (ASB_Notify). What it did since the last wait
   * counts, once; so who looks at memory, and waits if nothing is there yet, misses nothing.
   *
   * @param timeout how long to wait at most
   * @return whether it was woken; false if the time is over
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if work was started {@linkplain
   *     StartWork#hostThread without} a thread; {@link ErrorCode#DEVICE_FAULTED}, {@link
   *     ErrorCode#CANCELLED} and {@link ErrorCode#CLOSED} as for {@link #next}
   */
  @Operation("wait to be woken by")
  boolean awaitWake(Duration timeout);

  /**
   * Tells of memory that the accelerator will use much. It needs not be told: all memory of the
   * process is reached. What is told is reached faster, as long as it is there.
   *
   * @param memory native memory of this process, for all threads
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for memory of the heap, or of a
   *     confined arena
   */
  @Local
  @Operation("tell memory to")
  void tell(@In MemorySegment memory);

  /** Detaches the process; the context ends. */
  @Override
  void close();
}
