package dev.backplane.api;

import dev.backplane.api.contract.In;
import dev.backplane.api.contract.OneThread;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/**
 * Work that is bound: a kernel with its arguments and, where the device has them, a range of work
 * items, a group and a limit. It is executed as often as one likes, and nothing is made for setting
 * an argument.
 *
 * <p>There are three ways to execute it, told apart by what they give: {@link #start} executes it
 * on the device's default queue and gives the call's own run, which makes nothing; {@link
 * Queue#submit} makes a run, so that a call can be in flight many times; {@link Queue#enqueue}
 * makes and gives nothing. All take the values that are set at that moment.
 *
 * <p>The holder closes it; until then the memory bound to it cannot be closed, and the image that
 * its kernel is of cannot be replaced. It is used by one thread at a time; where two are noticed,
 * the second is refused with {@link ErrorCode#IN_USE}.
 */
@OneThread
public interface Call extends AutoCloseable {
  /** {@return the kernel's name} */
  String name();

  /** {@return the kernel's arguments, by index} */
  List<Argument> arguments();

  /**
   * Sets an argument from a value of any type that it takes.
   *
   * @param argument its index
   * @param value a {@link Buffer}, a boxed number, or what else {@link Argument#check} takes
   * @return this
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}, what {@link Argument#encode}
   *     throws, or {@link ErrorCode#IN_USE} while an execution that {@link #start} began is in
   *     flight
   */
  Call set(int argument, Object value);

  /**
   * Sets a number. It takes the size of the argument; where the device does not tell that, four
   * bytes.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}, {@link
   *     ErrorCode#WRONG_ARGUMENT_TYPE}, {@link ErrorCode#WRONG_ARGUMENT_SIZE}; {@link
   *     ErrorCode#IN_USE} while an execution that {@link #start} began is in flight
   */
  Call set(int argument, int value);

  /**
   * Sets a number. It takes the size of the argument; where the device does not tell that, eight
   * bytes.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Call set(int argument, long value);

  /**
   * Sets a real number, four bytes where the device does not tell the argument's type.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Call set(int argument, float value);

  /**
   * Sets a real number, eight bytes where the device does not tell the argument's type.
   *
   * @param argument its index
   * @param value the number
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Call set(int argument, double value);

  /**
   * Sets a buffer, or a part of one. Where host and device share its address, the kernel gets a
   * pointer.
   *
   * @param argument its index
   * @param value a buffer of the same device
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}; {@link ErrorCode#INVALID_ARGUMENT} for a
   *     buffer of another device
   */
  Call set(int argument, Buffer value);

  /**
   * Sets an image.
   *
   * @param argument its index
   * @param value an image of the same device, of the kind that the argument takes
   * @return this
   * @throws BackplaneException as {@link #set(int, Buffer)}
   */
  default Call set(int argument, ImageObject value) {
    return set(argument, (Object) value);
  }

  /**
   * Sets a sampler.
   *
   * @param argument its index
   * @param value a sampler of the same device
   * @return this
   * @throws BackplaneException as {@link #set(int, Buffer)}
   */
  default Call set(int argument, Sampler value) {
    return set(argument, (Object) value);
  }

  /**
   * Sets how much local memory an argument points to.
   *
   * @param argument its index
   * @param bytes how many
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}; {@link ErrorCode#OUT_OF_RANGE} for more
   *     than the device has
   */
  Call setLocal(int argument, long bytes);

  /**
   * Sets a value as it lies in memory: a structure, a vector.
   *
   * @param argument its index
   * @param value its bytes, copied
   * @return this
   * @throws BackplaneException as {@link #set(int, int)}
   */
  Call setBytes(int argument, @In MemorySegment value);

  /**
   * Sets the range of work items. Where the binary names arguments whose values are its sizes, this
   * goes before them. Without either, a kernel that is a task executes once: it never asks which
   * work item it is, or its source demands groups of one; any other is refused when it is executed.
   *
   * @param x how many
   * @return this
   * @throws BackplaneException {@link ErrorCode#WRONG_WORK_SIZE} unless positive, and for more than
   *     one work item of a kernel that knows tasks alone: where {@link #largestGroup} is 1
   */
  Call range(long x);

  /**
   * Sets a range of two dimensions.
   *
   * @param x how many in the first
   * @param y how many in the second
   * @return this
   * @throws BackplaneException as {@link #range(long)}
   */
  Call range(long x, long y);

  /**
   * Sets a range of three dimensions.
   *
   * @param x how many in the first
   * @param y how many in the second
   * @param z how many in the third
   * @return this
   * @throws BackplaneException as {@link #range(long)}
   */
  Call range(long x, long y, long z);

  /**
   * Sets how many work items form a group, in one dimension; zero leaves it to the device. A call
   * is refused unless group and range have as many dimensions.
   *
   * @param x how many in a group
   * @return this
   * @throws BackplaneException {@link ErrorCode#WRONG_WORK_SIZE} if a group cannot be that large,
   *     naming the limit
   */
  Call group(long x);

  /**
   * Sets the size of a group in two dimensions.
   *
   * @param x its size in the first
   * @param y its size in the second
   * @return this
   * @throws BackplaneException as {@link #group(long)}
   */
  Call group(long x, long y);

  /**
   * Sets the size of a group in three dimensions.
   *
   * @param x its size in the first
   * @param y its size in the second
   * @param z its size in the third
   * @return this
   * @throws BackplaneException as {@link #group(long)}
   */
  Call group(long x, long y, long z);

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
  Call offset(long x, long y, long z);

  /**
   * {@return the most work items that a group of this kernel can have; 1 if it knows tasks alone}
   */
  long largestGroup();

  /**
   * Limits the executions that follow: one that takes longer ends with {@link ErrorCode#TIMEOUT},
   * up to half a second later than told.
   *
   * @param limit how long at most, from start to end; zero for no limit
   * @return this
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} where the device ends no execution
   *     by itself, see {@link Kernels#abilities}
   */
  Call limit(Duration limit);

  /**
   * Executes it on the device's default queue, and returns at once. Nothing is made. That queue
   * executes as many calls at a time as {@link Kernel#computeUnits} says, where that is 1 in order.
   *
   * @return the call's own run, always the same object, which tells of the execution started last
   * @throws BackplaneException {@link ErrorCode#IN_USE} while that is in flight; {@link
   *     ErrorCode#WRONG_ARGUMENT_TYPE} naming the argument that was not set; {@link
   *     ErrorCode#WRONG_WORK_SIZE} naming the limit
   */
  Run start();

  /**
   * Cancels the execution that {@link #start} began, if it is in flight, and lets go of kernel and
   * memory.
   *
   * @throws BackplaneException {@link ErrorCode#IN_USE} if that execution does not end in time, or
   *     while one may be in flight that {@link Queue#enqueue} began; it stays open then
   */
  @Override
  void close();
}
