package dev.backplane.drivers.xrt;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The C interface of {@code libxrt_coreutil}: a method per function, handles as numbers, errors as
 * coded exceptions. Its functions catch what C++ throws and refuse handles that they do not know,
 * so no call here ends the process.
 *
 * <p>Two functions are left out with intent: {@code xrtRunWait}, which has no end and in hw_emu
 * sleeps whole seconds, and {@code xrtRunWaitFor} with 0, which is the same.
 */
final class LibXrt {
  /** Of {@code enum xclBOSyncDirection}. */
  static final int TO_DEVICE = 0;

  static final int FROM_DEVICE = 1;

  private static final int UUID_BYTES = 16;

  private static final MethodHandle LONG_OF_INT = errno(JAVA_LONG, JAVA_INT);
  private static final MethodHandle LONG_OF_LONG = errno(JAVA_LONG, JAVA_LONG);
  private static final MethodHandle INT_OF_LONG = errno(JAVA_INT, JAVA_LONG);
  private static final MethodHandle QUICK_INT_OF_LONG =
      Calls.of(FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
  private static final MethodHandle LONG_OF_TEXT = errno(JAVA_LONG, ADDRESS);
  private static final MethodHandle LONG_OF_BYTES = errno(JAVA_LONG, ADDRESS, JAVA_INT);
  private static final MethodHandle INT_OF_TWO_LONGS = errno(JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle INT_OF_LONG_ADDRESS = errno(JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle INT_OF_TEXTS = errno(JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle OPEN_KERNEL = errno(JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);
  private static final MethodHandle INT_OF_LONG_INT = errno(JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle READ_REGISTER = errno(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS);
  private static final MethodHandle WRITE_REGISTER = errno(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
  private static final MethodHandle ALLOCATE =
      errno(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle ALLOCATE_OVER =
      errno(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle LONG_OF_THREE_LONGS =
      errno(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle LONG_OF_LONG_INT = errno(JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SYNC =
      errno(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle COPY =
      errno(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CALLBACK =
      errno(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  // xrtRunSetArg(run, index, ...): what follows the index is passed as C passes variadic arguments.
  private static final MethodHandle SET_INT = variadic(JAVA_INT);
  private static final MethodHandle SET_LONG = variadic(JAVA_LONG);
  private static final MethodHandle SET_DOUBLE = variadic(JAVA_DOUBLE);

  private final LibraryLog log;
  private final MemorySegment deviceOpen;
  private final MemorySegment deviceOpenByBdf;
  private final MemorySegment deviceClose;
  private final MemorySegment loadXclbin;
  private final MemorySegment loadedUuid;
  private final MemorySegment xclbinAlloc;
  private final MemorySegment xclbinFree;
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
  private final MemorySegment boAlloc;
  private final MemorySegment boAllocUserPtr;
  private final MemorySegment boSubAlloc;
  private final MemorySegment boFree;
  private final MemorySegment boAddress;
  private final MemorySegment boMap;
  private final MemorySegment boSync;
  private final MemorySegment boCopy;
  private final MemorySegment boExport;
  private final MemorySegment boImport;
  private final MemorySegment iniString;

  LibXrt(NativeLibrary library, LibraryLog log) {
    this.log = log;
    deviceOpen = library.function("xrtDeviceOpen");
    deviceOpenByBdf = library.function("xrtDeviceOpenByBDF");
    deviceClose = library.function("xrtDeviceClose");
    loadXclbin = library.function("xrtDeviceLoadXclbinHandle");
    loadedUuid = library.function("xrtDeviceGetXclbinUUID");
    xclbinAlloc = library.function("xrtXclbinAllocRawData");
    xclbinFree = library.function("xrtXclbinFreeHandle");
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
    boAlloc = library.function("xrtBOAlloc");
    boAllocUserPtr = library.function("xrtBOAllocUserPtr");
    boSubAlloc = library.function("xrtBOSubAlloc");
    boFree = library.function("xrtBOFree");
    boAddress = library.function("xrtBOAddress");
    boMap = library.function("xrtBOMap");
    boSync = library.function("xrtBOSync");
    boCopy = library.function("xrtBOCopy");
    boExport = library.function("xrtBOExport");
    boImport = library.function("xrtBOImport");
    iniString = library.function("xrtIniStringSet");
  }

  private static MethodHandle errno(
      java.lang.foreign.MemoryLayout result, java.lang.foreign.MemoryLayout... parameters) {
    return Calls.withErrno(FunctionDescriptor.of(result, parameters));
  }

  private static MethodHandle variadic(java.lang.foreign.MemoryLayout value) {
    return Calls.variadic(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, value), 2);
  }

  // Devices and images.

  long openDevice(int index) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long device = (long) LONG_OF_INT.invokeExact(deviceOpen, errno, index);
      return given(device, errno, "xrtDeviceOpen", ErrorCode.NO_SUCH_DEVICE);
    } catch (Throwable t) {
      throw passed("xrtDeviceOpen", t);
    }
  }

  long openDevice(String busAddress) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long device =
          (long) LONG_OF_TEXT.invokeExact(deviceOpenByBdf, errno, CText.write(busAddress, frame));
      return given(device, errno, "xrtDeviceOpenByBDF", ErrorCode.NO_SUCH_DEVICE);
    } catch (Throwable t) {
      throw passed("xrtDeviceOpenByBDF", t);
    }
  }

  void closeDevice(long device) {
    free(deviceClose, device, "xrtDeviceClose");
  }

  /** Makes an image of bytes, loads it and lets go of it; the library keeps what it needs. */
  void load(long device, byte[] image) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      // The library copies the bytes; a frame gives more than a slab holds from beside it.
      MemorySegment bytes = frame.allocate(image.length, Long.BYTES);
      MemorySegment.copy(image, 0, bytes, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, image.length);
      long xclbin = (long) LONG_OF_BYTES.invokeExact(xclbinAlloc, errno, bytes, image.length);
      given(xclbin, errno, "xrtXclbinAllocRawData", ErrorCode.IMAGE_INVALID);
      try {
        int result = (int) INT_OF_TWO_LONGS.invokeExact(loadXclbin, errno, device, xclbin);
        done(result, errno, "xrtDeviceLoadXclbinHandle", ErrorCode.IMAGE_NOT_RUNNABLE);
      } finally {
        free(xclbinFree, xclbin, "xrtXclbinFreeHandle");
      }
    } catch (Throwable t) {
      throw passed("xrtDeviceLoadXclbinHandle", t);
    }
  }

  /** {@return the identity of the image on a device; all zero if there is none} */
  UUID loaded(long device) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      MemorySegment uuid = frame.allocate(UUID_BYTES, 1).fill((byte) 0);
      int result = (int) INT_OF_LONG_ADDRESS.invokeExact(loadedUuid, errno, device, uuid);
      done(result, errno, "xrtDeviceGetXclbinUUID", ErrorCode.NO_IMAGE);
      ByteBuffer bytes = uuid.asByteBuffer();
      return new UUID(bytes.getLong(), bytes.getLong());
    } catch (Throwable t) {
      throw passed("xrtDeviceGetXclbinUUID", t);
    }
  }

  void setting(String key, String value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result =
          (int)
              INT_OF_TEXTS.invokeExact(
                  iniString, errno, CText.write(key, frame), CText.write(value, frame));
      done(result, errno, "xrtIniStringSet", ErrorCode.INVALID_ARGUMENT);
    } catch (Throwable t) {
      throw passed("xrtIniStringSet", t);
    }
  }

  // Kernels and their registers.

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

  // Buffers.

  long allocate(long device, long bytes, long flags, int group) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long buffer = (long) ALLOCATE.invokeExact(boAlloc, errno, device, bytes, flags, group);
      return given(buffer, errno, "xrtBOAlloc", ErrorCode.OUT_OF_DEVICE_MEMORY);
    } catch (Throwable t) {
      throw passed("xrtBOAlloc", t);
    }
  }

  long allocateOver(long device, MemorySegment memory, long flags, int group) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long bytes = memory.byteSize();
      long buffer =
          (long)
              ALLOCATE_OVER.invokeExact(boAllocUserPtr, errno, device, memory, bytes, flags, group);
      return given(buffer, errno, "xrtBOAllocUserPtr", ErrorCode.OUT_OF_DEVICE_MEMORY);
    } catch (Throwable t) {
      throw passed("xrtBOAllocUserPtr", t);
    }
  }

  long part(long buffer, long bytes, long offset) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long part = (long) LONG_OF_THREE_LONGS.invokeExact(boSubAlloc, errno, buffer, bytes, offset);
      return given(part, errno, "xrtBOSubAlloc", ErrorCode.OUT_OF_RANGE);
    } catch (Throwable t) {
      throw passed("xrtBOSubAlloc", t);
    }
  }

  void freeBuffer(long buffer) {
    free(boFree, buffer, "xrtBOFree");
  }

  long address(long buffer) {
    try (Slab.Frame frame = Slab.frame()) {
      return (long) LONG_OF_LONG.invokeExact(boAddress, frame.errno(), buffer);
    } catch (Throwable t) {
      throw passed("xrtBOAddress", t);
    }
  }

  /** {@return where the host's copy is; 0 if the library has none for it} */
  long map(long buffer) {
    try (Slab.Frame frame = Slab.frame()) {
      return (long) LONG_OF_LONG.invokeExact(boMap, frame.errno(), buffer);
    } catch (Throwable t) {
      throw passed("xrtBOMap", t);
    }
  }

  void sync(long buffer, int direction, long bytes, long offset) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) SYNC.invokeExact(boSync, errno, buffer, direction, bytes, offset);
      done(result, errno, "xrtBOSync", ErrorCode.LINK_LOST);
    } catch (Throwable t) {
      throw passed("xrtBOSync", t);
    }
  }

  void copy(long target, long source, long bytes, long targetOffset, long sourceOffset) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result =
          (int) COPY.invokeExact(boCopy, errno, target, source, bytes, targetOffset, sourceOffset);
      done(result, errno, "xrtBOCopy", ErrorCode.NOT_SUPPORTED);
    } catch (Throwable t) {
      throw passed("xrtBOCopy", t);
    }
  }

  /** {@return a file descriptor} */
  int export(long buffer) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int file = (int) INT_OF_LONG.invokeExact(boExport, errno, buffer);
      if (file < 0) {
        done(-1, errno, "xrtBOExport", ErrorCode.NOT_SUPPORTED);
      }
      return file;
    } catch (Throwable t) {
      throw passed("xrtBOExport", t);
    }
  }

  long importFrom(long device, int file) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long buffer = (long) LONG_OF_LONG_INT.invokeExact(boImport, errno, device, file);
      return given(buffer, errno, "xrtBOImport", ErrorCode.NOT_SUPPORTED);
    } catch (Throwable t) {
      throw passed("xrtBOImport", t);
    }
  }

  private void free(MemorySegment function, long handle, String name) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) INT_OF_LONG.invokeExact(function, errno, handle);
      done(result, errno, name, ErrorCode.CLOSED);
    } catch (Throwable t) {
      throw passed(name, t);
    }
  }

  private long given(long handle, MemorySegment errno, String function, ErrorCode usual) {
    if (handle == 0) {
      throw LibraryFailures.of(function, errno, usual, log);
    }
    return handle;
  }

  private void done(int result, MemorySegment errno, String function, ErrorCode usual) {
    if (result != 0) {
      throw LibraryFailures.of(function, errno, usual, log);
    }
  }

  /** What a handle throws is an error of ours; it cannot throw anything of its own. */
  private static RuntimeException passed(String function, Throwable thrown) {
    return thrown instanceof BackplaneException coded ? coded : Calls.broken(function, thrown);
  }
}
