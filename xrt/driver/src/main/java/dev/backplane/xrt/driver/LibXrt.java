package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The C interface of {@code libxrt_coreutil}: a method per function, handles as numbers, errors as
 * coded exceptions. Its functions catch what C++ throws and refuse handles that they do not know,
 * so no call here ends the process. Here are those of devices and images.
 *
 * <p>Two functions are left out with intent: {@code xrtRunWait}, which has no end and in hw_emu
 * sleeps whole seconds, and {@code xrtRunWaitFor} with 0, which is the same.
 */
final class LibXrt extends LibPart {
  private static final int UUID_BYTES = 16;

  private static final MethodHandle LONG_OF_INT = errno(JAVA_LONG, JAVA_INT);
  private static final MethodHandle LONG_OF_TEXT = errno(JAVA_LONG, ADDRESS);
  private static final MethodHandle LONG_OF_BYTES = errno(JAVA_LONG, ADDRESS, JAVA_INT);
  private static final MethodHandle INT_OF_TWO_LONGS = errno(JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle INT_OF_LONG_ADDRESS = errno(JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle INT_OF_TEXTS = errno(JAVA_INT, ADDRESS, ADDRESS);

  private final LibKernels kernels;
  private final LibBuffers buffers;
  private final MemorySegment deviceOpen;
  private final MemorySegment deviceOpenByBdf;
  private final MemorySegment deviceClose;
  private final MemorySegment loadXclbin;
  private final MemorySegment loadedUuid;
  private final MemorySegment xclbinAlloc;
  private final MemorySegment xclbinFree;
  private final MemorySegment iniString;

  LibXrt(NativeLibrary library, LibraryLog log) {
    super(log);
    kernels = new LibKernels(library, log);
    buffers = new LibBuffers(library, log);
    deviceOpen = library.function("xrtDeviceOpen");
    deviceOpenByBdf = library.function("xrtDeviceOpenByBDF");
    deviceClose = library.function("xrtDeviceClose");
    loadXclbin = library.function("xrtDeviceLoadXclbinHandle");
    loadedUuid = library.function("xrtDeviceGetXclbinUUID");
    xclbinAlloc = library.function("xrtXclbinAllocRawData");
    xclbinFree = library.function("xrtXclbinFreeHandle");
    iniString = library.function("xrtIniStringSet");
  }

  LibKernels kernels() {
    return kernels;
  }

  LibBuffers buffers() {
    return buffers;
  }

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
      MemorySegment.copy(image, 0, bytes, ValueLayout.JAVA_BYTE, 0, image.length);
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
}
