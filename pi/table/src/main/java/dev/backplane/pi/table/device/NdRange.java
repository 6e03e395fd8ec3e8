package dev.backplane.pi.table.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The range of work items that a call executes over, its division into groups and the ids at which
 * it begins, in the memory that the call is given. The parts may be set in any order, so whether
 * they fit each other is looked at when they are used, once for many executions.
 */
final class NdRange {
  private static final int MOST = 3;
  private static final long GLOBAL = 0;
  private static final long LOCAL = MOST * Long.BYTES;
  private static final long OFFSET = 2 * MOST * Long.BYTES;
  private static final List<Long> ONE_ITEM = List.of(1L, 1L, 1L);

  private final String kernel;
  private final long largestGroup;
  private final long[] largestItems;
  private final List<Long> required;
  private final BooleanSupplier task;

  /** The arguments whose values are the sizes of the range; empty if the binary names none. */
  private final List<Integer> sizeArguments;

  private final MemorySegment memory = Arena.ofAuto().allocate(3 * LOCAL, Long.BYTES);

  /** The number of dimensions of the range; 0 if it was not set. */
  private int dimensions;

  /** The number of dimensions of the group; 0 if its size is left to the device or the source. */
  private int groupDimensions;

  /** True if the program has set the range, which values of arguments do not change then. */
  private boolean explicit;

  private boolean begins;
  private boolean checked;

  /**
   * A range.
   *
   * @param task whether the kernel does all of its work in one work item; asked when it is executed
   *     without a range
   * @param sizeArguments the arguments whose values are the sizes, if the binary says so
   */
  NdRange(KernelPlan plan, long[] largestItems, BooleanSupplier task, List<Integer> sizeArguments) {
    kernel = plan.name();
    largestGroup = plan.largestGroup();
    required = plan.required();
    this.largestItems = largestItems;
    this.sizeArguments = sizeArguments;
    this.task = task;
    clearGroup();
    if (sizeArguments.isEmpty() && required.equals(ONE_ITEM)) {
      oneGroup();
    }
  }

  /** The range of a task. */
  private void oneGroup() {
    dimensions = isRequired() ? MOST : 1;
    for (int i = 0; i < MOST; i++) {
      put(GLOBAL, i, Math.max(1, required.get(i)));
    }
  }

  private boolean isRequired() {
    return required.getFirst() != 0;
  }

  int dimensions() {
    return dimensions;
  }

  /** {@return the address of the sizes of the range} */
  long global() {
    return memory.address() + GLOBAL;
  }

  /** {@return the address of the sizes of a group; 0 if they are left to the device} */
  long local() {
    return groupDimensions == 0 && !isRequired() ? 0 : memory.address() + LOCAL;
  }

  /** {@return the address of the first global ids; 0 if they are all 0} */
  long offset() {
    return begins ? memory.address() + OFFSET : 0;
  }

  void set(int count, long x, long y, long z) {
    checkSizes("range", 1, x, y, z);
    if (exceeds(Long.MAX_VALUE, x, y, z)) {
      throw uncountable(text(count, x, y, z));
    }
    explicit = true;
    put(count, x, y, z);
  }

  private void put(int count, long x, long y, long z) {
    dimensions = count;
    put(GLOBAL, 0, x);
    put(GLOBAL, 1, y);
    put(GLOBAL, 2, z);
    checked = false;
  }

  /** Refuses a value of an argument that is to be a size of the range, and is none. */
  void checkArgument(int index, long value) {
    if (isSize(index)) {
      checkSizes("range", 1, value, 1, 1);
      long x = with(0, index, value);
      long y = with(1, index, value);
      long z = with(2, index, value);
      if (exceeds(Long.MAX_VALUE, x, y, z)) {
        throw uncountable(text(sizeArguments.size(), x, y, z));
      }
    }
  }

  /** Refuses a value given as bytes that is to be a size of the range, and is none. */
  void checkArgument(int index, MemorySegment bytes) {
    if (isSize(index)) {
      checkArgument(index, number(index, bytes));
    }
  }

  /** Takes the value of an argument, which may be a size of the range. */
  void argument(int index, long value) {
    if (isSize(index)) {
      for (int i = 0; i < MOST; i++) {
        put(GLOBAL, i, with(i, index, value));
      }
      dimensions = sizeArguments.size();
      checked = false;
    }
  }

  /** Takes the value of an argument as bytes, which may be a size of the range. */
  void argument(int index, MemorySegment bytes) {
    if (isSize(index)) {
      argument(index, number(index, bytes));
    }
  }

  private boolean isSize(int index) {
    return !explicit && sizeArguments.contains(index);
  }

  /** {@return a size of the range if an argument had this value; 0 if that size was not set} */
  private long with(int dimension, int index, long value) {
    if (dimension >= sizeArguments.size()) {
      return 1;
    }
    return sizeArguments.get(dimension) == index ? value : get(GLOBAL, dimension);
  }

  private long number(int index, MemorySegment bytes) {
    return switch ((int) Math.min(bytes.byteSize(), 2L * Long.BYTES)) {
      case Byte.BYTES -> bytes.get(ValueLayout.JAVA_BYTE, 0);
      case Short.BYTES -> bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, 0);
      case Integer.BYTES -> bytes.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
      case Long.BYTES -> bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
      default ->
          throw wrong(
              "set argument",
              "argument %d is the size of the range, and %d bytes are no whole number"
                  .formatted(index, bytes.byteSize()),
              "Pass a number, or set the range with range(...)");
    };
  }

  boolean takesSizesFromArguments() {
    return !sizeArguments.isEmpty();
  }

  void setGroup(int count, long x, long y, long z) {
    if (x == 0 && (count < 2 || y == 0) && (count < MOST || z == 0)) {
      groupDimensions = 0;
      clearGroup();
      checked = false;
      return;
    }
    checkSizes("group", 1, x, y, z);
    if (x > largestItems[0]
        || y > largestItems[1]
        || z > largestItems[2]
        || exceeds(largestGroup, x, y, z)) {
      throw wrong(
          "set group",
          "a group of %d x %d x %d work items is too large: kernel %s allows %d in all, the device %d x %d x %d"
              .formatted(
                  x, y, z, kernel, largestGroup, largestItems[0], largestItems[1], largestItems[2]),
          "Use a smaller group, or 0 to leave it to the device");
    }
    groupDimensions = count;
    put(LOCAL, 0, x);
    put(LOCAL, 1, y);
    put(LOCAL, 2, z);
    checked = false;
  }

  void setOffset(long x, long y, long z) {
    checkSizes("offset", 0, x, y, z);
    begins = x != 0 || y != 0 || z != 0;
    put(OFFSET, 0, x);
    put(OFFSET, 1, y);
    put(OFFSET, 2, z);
    checked = false;
  }

  private void clearGroup() {
    for (int i = 0; i < MOST; i++) {
      put(LOCAL, i, required.get(i));
    }
  }

  /** Refuses an execution whose range, group and offset do not fit each other. */
  void check() {
    if (!checked) {
      checkDimensions();
      for (int i = 0; i < MOST; i++) {
        if (i >= dimensions && isRequired() && required.get(i) != 1) {
          throw wrong(
              "submit",
              "the range %s has %d dimensions and the source of kernel %s demands groups of %s"
                  .formatted(range(), dimensions, kernel, sizes(LOCAL, MOST)),
              "Give the range as many dimensions as the group has");
        }
        if (i >= dimensions && get(OFFSET, i) != 0) {
          throw wrong(
              "submit",
              "the range %s has %d dimensions and the offset is %s"
                  .formatted(range(), dimensions, sizes(OFFSET, MOST)),
              "Use 0 for what the range does not have");
        }
        if (get(OFFSET, i) > Long.MAX_VALUE - get(GLOBAL, i)) {
          throw wrong(
              "submit",
              "the range %s from offset %s ends beyond what can be counted"
                  .formatted(range(), sizes(OFFSET, MOST)),
              "Use a smaller offset");
        }
      }
      checked = true;
    }
  }

  private void checkDimensions() {
    if (dimensions == 0 && sizeArguments.isEmpty() && task.getAsBoolean()) {
      oneGroup();
    }
    if (dimensions == 0 && sizeArguments.isEmpty()) {
      throw wrong(
          "submit",
          "the range was not set, and kernel "
              + kernel
              + " asks which work item it is, or nothing tells that it does not",
          "Set it with range(...); or say it in the binary: range."
              + kernel
              + "=INDEX names the argument with its size; or let the source demand groups"
              + " of 1 with reqd_work_group_size(1, 1, 1)");
    }
    if (dimensions == 0) {
      throw wrong(
          "submit",
          "the range is the values of the arguments %s of kernel %s, and they were not set as whole numbers"
              .formatted(sizeArguments, kernel),
          "Set them, or the range with range(...)");
    }
    if (groupDimensions != 0 && groupDimensions != dimensions) {
      String ones = String.join(", ", List.of("x", "y", "z").subList(0, dimensions));
      throw wrong(
          "submit",
          "the range %s has %d dimensions and the group %s has %d"
              .formatted(range(), dimensions, sizes(LOCAL, groupDimensions), groupDimensions),
          "Give both as many: group(" + ones + ") goes with range(" + ones + ")");
    }
  }

  private BackplaneException uncountable(String sizes) {
    return wrong(
        "set range",
        "a range of " + sizes + " has more work items than can be counted",
        "Use less");
  }

  private void checkSizes(String what, long least, long x, long y, long z) {
    if (x < least || y < least || z < least) {
      throw BackplaneException.because(
              ErrorCode.WRONG_WORK_SIZE,
              "the %s of kernel %s cannot be %d x %d x %d".formatted(what, kernel, x, y, z))
          .during("set " + what + " of " + kernel)
          .remedy("Give numbers of at least " + least)
          .build();
    }
  }

  private BackplaneException wrong(String operation, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.WRONG_WORK_SIZE, problem)
        .during(operation + " of " + kernel)
        .remedy(remedy)
        .build();
  }

  /**
   * Tells whether a product is greater than a limit, or overflows. A factor of 0 is one that is not
   * known yet, and counts as 1.
   */
  private static boolean exceeds(long limit, long x, long y, long z) {
    long known = limit / Math.max(1, x);
    return x > limit || y > known || z > known / Math.max(1, y);
  }

  /** Range and group for a message. */
  @Override
  public String toString() {
    return "range %s, group %s"
        .formatted(range(), local() == 0 ? "left to the device" : sizes(LOCAL, dimensions));
  }

  private String range() {
    return sizes(GLOBAL, dimensions);
  }

  private String sizes(long at, int count) {
    return text(count, get(at, 0), get(at, 1), get(at, 2));
  }

  private static String text(int count, long x, long y, long z) {
    return switch (count) {
      case 1 -> Long.toString(x);
      case 2 -> x + " x " + y;
      default -> x + " x " + y + " x " + z;
    };
  }

  private long get(long at, int index) {
    return memory.get(ValueLayout.JAVA_LONG, at + (long) index * Long.BYTES);
  }

  private void put(long at, int index, long value) {
    memory.set(ValueLayout.JAVA_LONG, at + (long) index * Long.BYTES, value);
  }
}
