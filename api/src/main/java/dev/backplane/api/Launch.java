package dev.backplane.api;

import dev.backplane.api.contract.In;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A kernel with its arguments bound and the range of work items that it executes over. Launched as
 * often as one likes; nothing is made for a launch, or for setting an argument.
 *
 * <p>The holder closes it; until then the buffers bound to it cannot be closed. It is used by one
 * thread at a time. What was submitted keeps the values that were set then.
 */
public interface Launch extends AutoCloseable {
  /** {@return the kernel's name} */
  String name();

  /** {@return the kernel's arguments, by index} */
  List<Argument> arguments();

  /**
   * Sets a number. It takes the size of the argument; where the device does not tell that, four
   * bytes.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}, {@link
   *     ErrorCode#WRONG_ARGUMENT_TYPE}, {@link ErrorCode#WRONG_ARGUMENT_SIZE}
   */
  Launch set(int argument, int value);

  /**
   * Sets a number. It takes the size of the argument; where the device does not tell that, eight
   * bytes.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Launch set(int argument, long value);

  /**
   * Sets a real number, four bytes where the device does not tell the argument's type.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Launch set(int argument, float value);

  /**
   * Sets a real number, eight bytes where the device does not tell the argument's type.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Launch set(int argument, double value);

  /**
   * Sets a buffer.
   *
   * @param argument its index
   * @param value a buffer of the same device
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}; {@link ErrorCode#INVALID_ARGUMENT} for a
   *     buffer of another device
   */
  Launch set(int argument, Buffer value);

  /**
   * Sets a pointer into unified memory.
   *
   * @param argument its index
   * @param value memory of the same device
   * @param offset where in it the pointer points
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}; {@link ErrorCode#OUT_OF_RANGE}
   */
  Launch set(int argument, UnifiedBuffer value, long offset);

  /**
   * Sets how much local memory an argument points to.
   *
   * @param argument its index
   * @param bytes how many
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}; {@link ErrorCode#OUT_OF_RANGE} for more
   *     than the device has
   */
  Launch setLocal(int argument, long bytes);

  /**
   * Sets a value as it lies in memory: a structure, a vector.
   *
   * @param argument its index
   * @param value its bytes, copied
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Launch setBytes(int argument, @In MemorySegment value);

  /**
   * Sets the range of work items. Where the binary names arguments whose values are its sizes, this
   * goes before them.
   *
   * @param x how many
   * @return this
   * @throws BackplaneException {@link ErrorCode#WRONG_WORK_SIZE} unless positive
   */
  Launch global(long x);

  /**
   * Sets a range of two dimensions.
   *
   * @param x how many in the first
   * @param y how many in the second
   * @return this
   * @throws BackplaneException as {@link #global(long)}
   */
  Launch global(long x, long y);

  /**
   * Sets a range of three dimensions.
   *
   * @param x how many in the first
   * @param y how many in the second
   * @param z how many in the third
   * @return this
   * @throws BackplaneException as {@link #global(long)}
   */
  Launch global(long x, long y, long z);

  /**
   * Sets how many work items form a group, in one dimension; zero leaves it to the device. A launch
   * is refused unless group and range have as many dimensions.
   *
   * @param x how many in a group
   * @return this
   * @throws BackplaneException {@link ErrorCode#WRONG_WORK_SIZE} if a group cannot be that large,
   *     naming the limit
   */
  Launch local(long x);

  /**
   * Sets the size of a group in two dimensions.
   *
   * @param x its size in the first
   * @param y its size in the second
   * @return this
   * @throws BackplaneException as {@link #local(long)}
   */
  Launch local(long x, long y);

  /**
   * Sets the size of a group in three dimensions.
   *
   * @param x its size in the first
   * @param y its size in the second
   * @param z its size in the third
   * @return this
   * @throws BackplaneException as {@link #local(long)}
   */
  Launch local(long x, long y, long z);

  /**
   * Sets the ids at which the range begins; zeros at first, and in dimensions that the range does
   * not have.
   *
   * @param x in the first dimension
   * @param y in the second
   * @param z in the third
   * @return this
   * @throws BackplaneException {@link ErrorCode#WRONG_WORK_SIZE} for a negative one
   */
  Launch offset(long x, long y, long z);

  /** {@return the most work items that a group of this kernel can have} */
  long largestGroup();

  /**
   * Lets go of the kernel and of its buffers.
   *
   * @throws BackplaneException {@link ErrorCode#IN_USE} while a command launched with it may be in
   *     flight
   */
  @Override
  void close();
}
