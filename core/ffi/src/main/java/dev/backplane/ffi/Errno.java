package dev.backplane.ffi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * An error number of C.
 *
 * @param number the number, positive; 0 if there was no error
 */
public record Errno(int number) {
  /** The memory that a call which keeps the error number writes it to. */
  public static final MemoryLayout LAYOUT = Linker.Option.captureStateLayout();

  /** No such file, device or handle. */
  public static final int ENOENT = 2;

  /** Out of memory. */
  public static final int ENOMEM = 12;

  /** Busy. */
  public static final int EBUSY = 16;

  /** No such device. */
  public static final int ENODEV = 19;

  /** Invalid argument. */
  public static final int EINVAL = 22;

  /** No space left. */
  public static final int ENOSPC = 28;

  /** Resource deadlock: for XRT a scheduler in a bad state. */
  public static final int EDEADLK = 35;

  /** No such operation. */
  public static final int ENOSYS = 38;

  /** Not supported. */
  public static final int EOPNOTSUPP = 95;

  /** Timed out. */
  public static final int ETIMEDOUT = 110;

  static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");

  private static final VarHandle NUMBER =
      LAYOUT.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle TEXT =
      Calls.of(
          FunctionDescriptor.of(
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG));

  private static final int LONGEST = 256;

  /**
   * Takes the number that a call left.
   *
   * @param captured the segment of {@link #LAYOUT} that was passed to the call
   * @return the error; its sign is dropped, as libraries that mirror the kernel leave it negative
   */
  public static Errno from(MemorySegment captured) {
    return new Errno(Math.abs((int) NUMBER.get(captured, 0L)));
  }

  /** Forgets what an earlier call of this thread left, for callees that do not always set it. */
  public static void clear(MemorySegment captured) {
    NUMBER.set(captured, 0L, 0);
  }

  /** {@return what the C library says of it, for example {@code Invalid argument}} */
  public String text() {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment buffer = frame.allocate(LONGEST, 1);
      // The GNU variant, which answers the address of the text: in the buffer or a constant.
      MemorySegment text = (MemorySegment) TEXT.invokeExact(Text.FUNCTION, number, buffer, 256L);
      return CText.read(text, LONGEST);
    } catch (Throwable t) {
      throw Calls.broken("strerror_r", t);
    }
  }

  @Override
  public String toString() {
    return "error " + number + " (" + text() + ")";
  }

  private static final class Text {
    static final MemorySegment FUNCTION = NativeLibrary.c().function("strerror_r");
  }
}
