package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.UUID;

/** The functions of kernels, their registers, and runs. */
final class LibKernels extends LibPart {
  private static final int UUID_BYTES = 16;

  private static final MethodHandle LONG_OF_LONG = errno(JAVA_LONG, JAVA_LONG);
  private static final MethodHandle INT_OF_LONG = errno(JAVA_INT, JAVA_LONG);
  private static final MethodHandle QUICK_INT_OF_LONG =
      Calls.of(FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
  private static final MethodHandle OPEN_KERNEL = errno(JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);
  private static final MethodHandle INT_OF_LONG_INT = errno(JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle READ_REGISTER = errno(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS);
  private static final MethodHandle WRITE_REGISTER = errno(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
  private static final MethodHandle CALLBACK =
      errno(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  // xrtRunSetArg(run, index, ...): what follows the index is passed as C passes variadic arguments.
  private static final MethodHandle SET_INT = variadic(JAVA_INT);
  private static final MethodHandle SET_LONG = variadic(JAVA_LONG);
  private static final MethodHandle SET_DOUBLE = variadic(JAVA_DOUBLE);

  private final MemorySegment kernelOpen;
  private final MemorySegment kernelOpenExclusive;
  private final MemorySegment kernelClose;
  private final MemorySegment readRegister;
  private final MemorySegment writeRegister;
  private final MemorySegment runOpen;
  private final MemorySegment runSetArg;
  private final MemorySegment runStart;
  private final MemorySegment runWaitFor;
  private final MemorySegment runState;
  private final MemorySegment runSetCallback;
  private final MemorySegment runClose;

  LibKernels(NativeLibrary library, LibraryLog log) {
    super(log);
    kernelOpen = library.function("xrtPLKernelOpen");
    kernelOpenExclusive = library.function("xrtPLKernelOpenExclusive");
    kernelClose = library.function("xrtKernelClose");
    readRegister = library.function("xrtKernelReadRegister");
    writeRegister = library.function("xrtKernelWriteRegister");
    runOpen = library.function("xrtRunOpen");
    runSetArg = library.function("xrtRunSetArg");
    runStart = library.function("xrtRunStart");
    runWaitFor = library.function("xrtRunWaitFor");
    runState = library.function("xrtRunState");
    runSetCallback = library.function("xrtRunSetCallback");
    runClose = library.function("xrtRunClose");
  }

  long openKernel(long device, UUID image, String name, boolean exclusive) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      MemorySegment uuid = frame.allocate(UUID_BYTES, 1);
      uuid.asByteBuffer()
          .putLong(image.getMostSignificantBits())
          .putLong(image.getLeastSignificantBits());
      MemorySegment function = exclusive ? kernelOpenExclusive : kernelOpen;
      long kernel =
          (long) OPEN_KERNEL.invokeExact(function, errno, device, uuid, CText.write(name, frame));
      return given(kernel, errno, "xrtPLKernelOpen", ErrorCode.BUSY);
    } catch (Throwable t) {
      throw passed("xrtPLKernelOpen", t);
    }
  }

  void closeKernel(long kernel) {
    free(kernelClose, kernel, "xrtKernelClose");
  }

  int readRegister(long kernel, int offset) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      MemorySegment value = frame.allocate(Integer.BYTES, Integer.BYTES);
      int result = (int) READ_REGISTER.invokeExact(readRegister, errno, kernel, offset, value);
      done(result, errno, "xrtKernelReadRegister", ErrorCode.NOT_SUPPORTED);
      return value.get(JAVA_INT, 0);
    } catch (Throwable t) {
      throw passed("xrtKernelReadRegister", t);
    }
  }

  void writeRegister(long kernel, int offset, int value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) WRITE_REGISTER.invokeExact(writeRegister, errno, kernel, offset, value);
      done(result, errno, "xrtKernelWriteRegister", ErrorCode.NOT_SUPPORTED);
    } catch (Throwable t) {
      throw passed("xrtKernelWriteRegister", t);
    }
  }

  // Runs.

  long openRun(long kernel) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long run = (long) LONG_OF_LONG.invokeExact(runOpen, errno, kernel);
      return given(run, errno, "xrtRunOpen", ErrorCode.OUT_OF_HOST_MEMORY);
    } catch (Throwable t) {
      throw passed("xrtRunOpen", t);
    }
  }

  /** Passes the handle of a buffer, or the bits of a number that has 8 bytes in its register. */
  void setLong(long run, int index, long value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) SET_LONG.invokeExact(runSetArg, errno, run, index, value);
      done(result, errno, "xrtRunSetArg", ErrorCode.WRONG_ARGUMENT_TYPE);
    } catch (Throwable t) {
      throw passed("xrtRunSetArg", t);
    }
  }

  void setInt(long run, int index, int value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) SET_INT.invokeExact(runSetArg, errno, run, index, value);
      done(result, errno, "xrtRunSetArg", ErrorCode.WRONG_ARGUMENT_TYPE);
    } catch (Throwable t) {
      throw passed("xrtRunSetArg", t);
    }
  }

  /** Passes a real number of either width: C makes every float behind the dots a double. */
  void setDouble(long run, int index, double value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) SET_DOUBLE.invokeExact(runSetArg, errno, run, index, value);
      done(result, errno, "xrtRunSetArg", ErrorCode.WRONG_ARGUMENT_TYPE);
    } catch (Throwable t) {
      throw passed("xrtRunSetArg", t);
    }
  }

  void start(long run) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) INT_OF_LONG.invokeExact(runStart, errno, run);
      done(result, errno, "xrtRunStart", ErrorCode.KERNEL_FAILED);
    } catch (Throwable t) {
      throw passed("xrtRunStart", t);
    }
  }

  /** {@return the number of the state of a run} */
  int state(long run) {
    try {
      return (int) QUICK_INT_OF_LONG.invokeExact(runState, run);
    } catch (Throwable t) {
      throw passed("xrtRunState", t);
    }
  }

  /** Waits for a run, and returns as well when it has not ended. */
  void waitFor(long run, int millis) {
    try (Slab.Frame frame = Slab.frame()) {
      // 0 would wait without an end. The answer is not needed: the caller looks at the state.
      int _ =
          (int) INT_OF_LONG_INT.invokeExact(runWaitFor, frame.errno(), run, Math.max(1, millis));
    } catch (Throwable t) {
      throw passed("xrtRunWaitFor", t);
    }
  }

  void callback(long run, int state, MemorySegment function, long token) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) CALLBACK.invokeExact(runSetCallback, errno, run, state, function, token);
      done(result, errno, "xrtRunSetCallback", ErrorCode.NOT_SUPPORTED);
    } catch (Throwable t) {
      throw passed("xrtRunSetCallback", t);
    }
  }

  void closeRun(long run) {
    free(runClose, run, "xrtRunClose");
  }
}
