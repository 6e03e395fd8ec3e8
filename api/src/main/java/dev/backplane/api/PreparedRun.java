package dev.backplane.api;

import java.time.Duration;

/**
 * An execution that is started again and again, with the same arguments or others, like a {@code
 * run} of XRT. What {@link Run} says is meant of the execution started last.
 *
 * <p>The holder closes it; until then its buffers cannot be closed and the image cannot be
 * replaced. Waiting is safe for several threads. Arguments are set and executions started by one
 * thread at a time, while none is in flight.
 */
public interface PreparedRun extends Run, AutoCloseable {
  /**
   * Sets an argument for the executions that follow.
   *
   * @param argument its index
   * @param value a {@link Buffer} or a boxed number
   * @return this
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}, what {@link Argument#encode}
   *     throws, or {@link ErrorCode#IN_USE} while an execution is in flight
   */
  PreparedRun set(int argument, Object value);

  /**
   * Sets a number for the executions that follow, without a box around it.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException as the other {@link #set(int, Object)}
   */
  PreparedRun set(int argument, long value);

  /**
   * Limits the executions that follow: one that takes longer ends with {@link ErrorCode#TIMEOUT},
   * up to half a second later than told.
   *
   * @param limit how long at most, from start to end; zero for no limit
   * @return this
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} where the device ends none by itself
   */
  PreparedRun limit(Duration limit);

  /**
   * Starts an execution and returns at once.
   *
   * @return this
   * @throws BackplaneException {@link ErrorCode#IN_USE} while the one before is in flight, or what
   *     {@link Kernel#start} throws
   */
  PreparedRun start();

  /**
   * Waits until the execution ended, well or not: {@link #await} without a report or an exception.
   *
   * @param timeout how long to wait at most; the execution goes on when it has passed
   * @return where it stands then, {@linkplain RunState#isFinal() final} unless the time has passed
   *     or the waiting thread was interrupted
   */
  RunState join(Duration timeout);

  /**
   * Cancels what is in flight and lets go of the buffers.
   *
   * @throws BackplaneException {@link ErrorCode#IN_USE} if the execution did not end in time; it
   *     stays open then
   */
  @Override
  void close();
}
