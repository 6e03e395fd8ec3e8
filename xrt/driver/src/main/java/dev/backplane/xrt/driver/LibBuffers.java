package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The functions of buffer objects. */
final class LibBuffers extends LibPart {
  /** Of {@code enum xclBOSyncDirection}. */
  static final int TO_DEVICE = 0;

  static final int FROM_DEVICE = 1;

  private static final MethodHandle LONG_OF_LONG = errno(JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ALLOCATE =
      errno(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle ALLOCATE_OVER =
      errno(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle LONG_OF_THREE_LONGS =
      errno(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SYNC =
      errno(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle COPY =
      errno(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private final MemorySegment boAlloc;
  private final MemorySegment boAllocUserPtr;
  private final MemorySegment boSubAlloc;
  private final MemorySegment boFree;
  private final MemorySegment boAddress;
  private final MemorySegment boMap;
  private final MemorySegment boSync;
  private final MemorySegment boCopy;

  LibBuffers(NativeLibrary library, LibraryLog log) {
    super(log);
    boAlloc = library.function("xrtBOAlloc");
    boAllocUserPtr = library.function("xrtBOAllocUserPtr");
    boSubAlloc = library.function("xrtBOSubAlloc");
    boFree = library.function("xrtBOFree");
    boAddress = library.function("xrtBOAddress");
    boMap = library.function("xrtBOMap");
    boSync = library.function("xrtBOSync");
    boCopy = library.function("xrtBOCopy");
  }

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
}
