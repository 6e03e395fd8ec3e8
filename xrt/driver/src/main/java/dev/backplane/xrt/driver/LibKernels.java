package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.UUID;

/** The functions of kernels, their registers, and runs. */
final class LibKernels {
  // xrtRunSetArg(run, index, ...): what follows the index is passed as C passes variadic arguments.
  private static final MethodHandle SET_INT = setter(JAVA_INT);
  private static final MethodHandle SET_LONG = setter(JAVA_LONG);
  private static final MethodHandle SET_DOUBLE = setter(JAVA_DOUBLE);

  private final LibFunction kernelOpen;
  private final LibFunction kernelOpenExclusive;
  private final LibFunction kernelClose;
  private final LibFunction readRegister;
  private final LibFunction writeRegister;
  private final LibFunction runOpen;
  private final LibFunction runSetArg;
  private final LibFunction runStart;
  private final LibFunction runWaitFor;
  private final LibFunction runState;
  private final LibFunction runSetCallback;
  private final LibFunction runClose;

  LibKernels(LibFunction.Finder functions) {
    kernelOpen = functions.find("xrtPLKernelOpen", ErrorCode.BUSY);
    kernelOpenExclusive = functions.find("xrtPLKernelOpenExclusive", ErrorCode.BUSY);
    kernelClose = functions.find("xrtKernelClose", ErrorCode.CLOSED);
    readRegister = functions.find("xrtKernelReadRegister", ErrorCode.NOT_SUPPORTED);
    writeRegister = functions.find("xrtKernelWriteRegister", ErrorCode.NOT_SUPPORTED);
    runOpen = functions.find("xrtRunOpen", ErrorCode.OUT_OF_HOST_MEMORY);
    runSetArg = functions.find("xrtRunSetArg", ErrorCode.WRONG_ARGUMENT_TYPE);
    runStart = functions.find("xrtRunStart", ErrorCode.KERNEL_FAILED);
    runWaitFor = functions.find("xrtRunWaitFor", ErrorCode.KERNEL_FAILED);
    runState = functions.find("xrtRunState", ErrorCode.CLOSED);
    runSetCallback = functions.find("xrtRunSetCallback", ErrorCode.NOT_SUPPORTED);
    runClose = functions.find("xrtRunClose", ErrorCode.CLOSED);
  }

  private static MethodHandle setter(MemoryLayout value) {
    return Calls.variadic(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, value), 2);
  }

  long openKernel(long device, UUID image, String name, boolean exclusive) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment uuid = frame.allocate(LibXrt.UUID_BYTES, 1);
      uuid.asByteBuffer()
          .putLong(image.getMostSignificantBits())
          .putLong(image.getLeastSignificantBits());
      LibFunction function = exclusive ? kernelOpenExclusive : kernelOpen;
      return function.give(device, uuid.address(), CText.write(name, frame).address());
    }
  }

  void closeKernel(long kernel) {
    kernelClose.run(kernel);
  }

  int readRegister(long kernel, int offset) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment value = frame.allocate(Integer.BYTES, Integer.BYTES);
      readRegister.run(kernel, offset, value.address());
      return value.get(JAVA_INT, 0);
    }
  }

  void writeRegister(long kernel, int offset, int value) {
    writeRegister.run(kernel, offset, value);
  }

  // Runs.

  long openRun(long kernel) {
    return runOpen.give(kernel);
  }

  /** Passes the handle of a buffer, or the bits of a number that has 8 bytes in its register. */
  void setLong(long run, int index, long value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      set((int) SET_LONG.invokeExact(runSetArg.address(), errno, run, index, value), errno);
    } catch (Throwable t) {
      throw passed(t);
    }
  }

  void setInt(long run, int index, int value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      set((int) SET_INT.invokeExact(runSetArg.address(), errno, run, index, value), errno);
    } catch (Throwable t) {
      throw passed(t);
    }
  }

  /** Passes a real number of either width: C makes every float behind the dots a double. */
  void setDouble(long run, int index, double value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      set((int) SET_DOUBLE.invokeExact(runSetArg.address(), errno, run, index, value), errno);
    } catch (Throwable t) {
      throw passed(t);
    }
  }

  private void set(int result, MemorySegment errno) {
    if (result != 0) {
      throw runSetArg.failed(errno);
    }
  }

  private RuntimeException passed(Throwable thrown) {
    return thrown instanceof BackplaneException coded ? coded : runSetArg.broken(thrown);
  }

  void start(long run) {
    runStart.run(run);
  }

  /** {@return the number of the state of a run} */
  int state(long run) {
    return (int) WordCalls.call(runState.address(), run);
  }

  /** Waits for a run, and returns as well when it has not ended. */
  void waitFor(long run, int millis) {
    // 0 would wait without an end. The answer is not needed: the caller looks at the state.
    long _ = runWaitFor.answer(run, Math.max(1, millis));
  }

  void callback(long run, int state, MemorySegment function, long token) {
    runSetCallback.run(run, state, function.address(), token);
  }

  void closeRun(long run) {
    runClose.run(run);
  }
}
