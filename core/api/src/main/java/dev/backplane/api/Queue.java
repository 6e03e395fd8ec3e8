package dev.backplane.api;

import dev.backplane.api.contract.Command;
import dev.backplane.api.contract.In;
import dev.backplane.api.contract.Out;
import dev.backplane.api.contract.Within;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Set;

/**
 * Commands for a device: executions and transfers. A method that makes a command returns at once,
 * with its run. A command waits for the runs that it is given, of any queue of the device and of
 * calls that were started, and in a queue that is in order for the command before it. If one of
 * them does not end well, neither does the command.
 *
 * <p>Commands work on the device's copy of buffers and leave the host's copy alone. No command ever
 * touches memory of the host that may be gone: it works in place on {@link Buffer#host()} of its
 * own buffer, on memory from {@link Queues#hostMemory} and on memory of the global arena. That is
 * the fast way. Any other source is copied before the method returns, the Java heap included; any
 * other target is filled when the command has ended, before its run says so. If its arena is closed
 * by then the run fails with {@link ErrorCode#CLOSED}.
 *
 * <p>Boxes and mappings of a buffer whose address host and device share, and copies between such a
 * buffer and a plain one, may be refused with {@link ErrorCode#NOT_SUPPORTED}.
 *
 * <p>The holder closes it. Safe for use by several threads.
 */
public interface Queue extends AutoCloseable {
  /** {@return how it was made} */
  Set<QueueFlag> flags();

  /**
   * Executes a call with the values that are set now; it can be set anew, and submitted again, at
   * once.
   *
   * @param call what to execute
   * @param after what has to end first
   * @return the execution
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE} naming the argument that was
   *     not set; {@link ErrorCode#WRONG_WORK_SIZE} naming the limit; {@link
   *     ErrorCode#OUT_OF_DEVICE_MEMORY}
   */
  @Command
  Run submit(Call call, Run... after);

  /**
   * Executes a call without a run: the fast way, which makes nothing. {@link #finish} or the run of
   * a later command tell of its end.
   *
   * @param call what to execute
   * @throws BackplaneException as {@link #submit}
   */
  void enqueue(Call call);

  /**
   * Reads from a buffer.
   *
   * @param source the buffer
   * @param offset where in it to begin
   * @param target is filled, all of it
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#INVALID_ARGUMENT}
   *     for a buffer of another device, and for memory that is read-only or of one thread alone
   */
  @Command
  Run read(
      Buffer source,
      @Within(value = "source", bytes = "target") long offset,
      @Out MemorySegment target,
      Run... after);

  /**
   * Writes to a buffer.
   *
   * @param target the buffer
   * @param offset where in it to begin
   * @param source all of it is written
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#INVALID_ARGUMENT}
   *     for a buffer of another device
   */
  @Command
  Run write(
      Buffer target,
      @Within(value = "target", bytes = "source") long offset,
      @In MemorySegment source,
      Run... after);

  /**
   * Copies from one buffer to another, or within one.
   *
   * @param source where from
   * @param sourceOffset the first byte there
   * @param target where to
   * @param targetOffset the first byte there
   * @param bytes how many
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#INVALID_ARGUMENT}
   *     for a buffer of another device or ranges of one buffer that overlap
   */
  @Command
  Run copy(
      Buffer source,
      @Within(value = "source", bytes = "bytes") long sourceOffset,
      Buffer target,
      @Within(value = "target", bytes = "bytes") long targetOffset,
      long bytes,
      Run... after);

  /**
   * Reads a box of bytes.
   *
   * @param source the buffer
   * @param from the box in it
   * @param target memory of the host
   * @param to the box in that, of the same size
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException as {@link #read}
   */
  @Command
  Run readRect(
      Buffer source,
      @Within("source") Rect from,
      @Out MemorySegment target,
      @Within("target") Rect to,
      Run... after);

  /**
   * Writes a box of bytes.
   *
   * @param target the buffer
   * @param to the box in it
   * @param source memory of the host
   * @param from the box in that, of the same size
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException as {@link #write}
   */
  @Command
  Run writeRect(
      Buffer target,
      @Within("target") Rect to,
      @In MemorySegment source,
      @Within("source") Rect from,
      Run... after);

  /**
   * Copies a box of bytes.
   *
   * @param source where from
   * @param from the box there
   * @param target where to
   * @param to the box there, of the same size
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException as {@link #copy}
   */
  @Command
  Run copyRect(
      Buffer source,
      @Within("source") Rect from,
      Buffer target,
      @Within("target") Rect to,
      Run... after);

  /**
   * Fills a range with a pattern.
   *
   * @param target the buffer
   * @param offset where in it to begin, a multiple of the pattern's size
   * @param bytes how many, a multiple of the pattern's size
   * @param pattern 1, 2, 4, ... or 128 bytes, copied
   * @param after what has to end first
   * @return the transfer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#INVALID_ARGUMENT}
   */
  @Command
  Run fill(
      Buffer target,
      @Within(value = "target", bytes = "bytes") long offset,
      long bytes,
      @In MemorySegment pattern,
      Run... after);

  /**
   * Lets the host see a range of a buffer in place, and waits for it.
   *
   * @param buffer the buffer
   * @param offset the first byte
   * @param bytes how many
   * @param access what the host will do
   * @param timeout how long to wait at most
   * @param after what has to end first
   * @return the mapping; the caller unmaps or closes it
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}; {@link ErrorCode#TIMEOUT}
   */
  Mapping map(
      Buffer buffer,
      @Within(value = "buffer", bytes = "bytes") long offset,
      long bytes,
      Mapping.Access access,
      Duration timeout,
      Run... after);

  /**
   * A command that does nothing.
   *
   * @param after what it waits for; without any, all commands before it
   * @return its run
   */
  @Command
  Run marker(Run... after);

  /**
   * A command that does nothing, and which all later ones wait for.
   *
   * @param after what it waits for; without any, all commands before it
   * @return its run
   */
  @Command
  Run barrier(Run... after);

  /** Hands to the device what it was not given yet. */
  void flush();

  /**
   * Waits until all commands have ended.
   *
   * @param timeout how long to wait at most; the commands go on when it has passed
   * @throws BackplaneException {@link ErrorCode#TIMEOUT} if some have not ended by then, {@link
   *     ErrorCode#CANCELLED} if the waiting thread was interrupted (its interrupt status stays set)
   */
  void finish(Duration timeout);

  /** {@return whether all commands have ended; looking may take a moment} */
  boolean isEmpty();

  /**
   * Lets go of the queue.
   *
   * @throws BackplaneException {@link ErrorCode#IN_USE} while a command is in flight; it stays open
   *     then
   */
  @Override
  void close();
}
