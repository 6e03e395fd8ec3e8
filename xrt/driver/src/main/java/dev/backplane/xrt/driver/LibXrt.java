package dev.backplane.xrt.driver;

import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
final class LibXrt {
  static final int UUID_BYTES = 16;

  private final LibKernels kernels;
  private final LibBuffers buffers;
  private final LibFunction deviceOpen;
  private final LibFunction deviceOpenByBdf;
  private final LibFunction deviceClose;
  private final LibFunction loadXclbin;
  private final LibFunction loadedUuid;
  private final LibFunction xclbinAlloc;
  private final LibFunction xclbinFree;
  private final LibFunction iniString;

  LibXrt(NativeLibrary library, LibraryLog log) {
    LibFunction.Finder functions = new LibFunction.Finder(library, log);
    kernels = new LibKernels(functions);
    buffers = new LibBuffers(functions);
    deviceOpen = functions.find("xrtDeviceOpen", ErrorCode.NO_SUCH_DEVICE);
    deviceOpenByBdf = functions.find("xrtDeviceOpenByBDF", ErrorCode.NO_SUCH_DEVICE);
    deviceClose = functions.find("xrtDeviceClose", ErrorCode.CLOSED);
    loadXclbin = functions.find("xrtDeviceLoadXclbinHandle", ErrorCode.IMAGE_NOT_RUNNABLE);
    loadedUuid = functions.find("xrtDeviceGetXclbinUUID", ErrorCode.NO_IMAGE);
    xclbinAlloc = functions.find("xrtXclbinAllocRawData", ErrorCode.IMAGE_INVALID);
    xclbinFree = functions.find("xrtXclbinFreeHandle", ErrorCode.CLOSED);
    iniString = functions.find("xrtIniStringSet", ErrorCode.INVALID_ARGUMENT);
  }

  LibKernels kernels() {
    return kernels;
  }

  LibBuffers buffers() {
    return buffers;
  }

  long openDevice(int index) {
    return deviceOpen.give(index);
  }

  long openDevice(String busAddress) {
    try (Slab.Frame frame = Slab.frame()) {
      return deviceOpenByBdf.give(CText.write(busAddress, frame).address());
    }
  }

  void closeDevice(long device) {
    deviceClose.run(device);
  }

  /** Makes an image of bytes, loads it and lets go of it; the library keeps what it needs. */
  void load(long device, byte[] image) {
    try (Slab.Frame frame = Slab.frame()) {
      // The library copies the bytes; a frame gives more than a slab holds from beside it.
      MemorySegment bytes = frame.allocate(image.length, Long.BYTES);
      MemorySegment.copy(image, 0, bytes, ValueLayout.JAVA_BYTE, 0, image.length);
      long xclbin = xclbinAlloc.give(bytes.address(), image.length, 0);
      try {
        loadXclbin.run(device, xclbin);
      } finally {
        xclbinFree.run(xclbin);
      }
    }
  }

  /** {@return the identity of the image on a device; all zero if there is none} */
  UUID loaded(long device) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment uuid = frame.allocate(UUID_BYTES, 1).fill((byte) 0);
      loadedUuid.run(device, uuid.address());
      ByteBuffer bytes = uuid.asByteBuffer();
      return new UUID(bytes.getLong(), bytes.getLong());
    }
  }

  void setting(String key, String value) {
    try (Slab.Frame frame = Slab.frame()) {
      iniString.run(CText.write(key, frame).address(), CText.write(value, frame).address());
    }
  }
}
