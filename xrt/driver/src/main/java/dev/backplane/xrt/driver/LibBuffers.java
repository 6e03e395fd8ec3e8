package dev.backplane.xrt.driver;

import dev.backplane.api.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** The functions of buffer objects. */
final class LibBuffers {
  /** Of {@code enum xclBOSyncDirection}. */
  static final int TO_DEVICE = 0;

  static final int FROM_DEVICE = 1;

  private final LibFunction boAlloc;
  private final LibFunction boAllocUserPtr;
  private final LibFunction boSubAlloc;
  private final LibFunction boFree;
  private final LibFunction boAddress;
  private final LibFunction boMap;
  private final LibFunction boSync;
  private final LibFunction boCopy;

  LibBuffers(LibFunction.Finder functions) {
    boAlloc = functions.find("xrtBOAlloc", ErrorCode.OUT_OF_DEVICE_MEMORY);
    boAllocUserPtr = functions.find("xrtBOAllocUserPtr", ErrorCode.OUT_OF_DEVICE_MEMORY);
    boSubAlloc = functions.find("xrtBOSubAlloc", ErrorCode.OUT_OF_RANGE);
    boFree = functions.find("xrtBOFree", ErrorCode.CLOSED);
    boAddress = functions.find("xrtBOAddress", ErrorCode.CLOSED);
    boMap = functions.find("xrtBOMap", ErrorCode.CLOSED);
    boSync = functions.find("xrtBOSync", ErrorCode.LINK_LOST);
    boCopy = functions.find("xrtBOCopy", ErrorCode.NOT_SUPPORTED);
  }

  long allocate(long device, long bytes, long flags, int group) {
    return boAlloc.give(device, bytes, flags, group, 0);
  }

  long allocateOver(long device, MemorySegment memory, long flags, int group) {
    try {
      return boAllocUserPtr.give(device, memory.address(), memory.byteSize(), flags, group);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  long part(long buffer, long bytes, long offset) {
    return boSubAlloc.give(buffer, bytes, offset);
  }

  void freeBuffer(long buffer) {
    boFree.run(buffer);
  }

  long address(long buffer) {
    return boAddress.answer(buffer, 0);
  }

  /** {@return where the host's copy is; 0 if the library has none for it} */
  long map(long buffer) {
    return boMap.answer(buffer, 0);
  }

  void sync(long buffer, int direction, long bytes, long offset) {
    boSync.run(buffer, direction, bytes, offset);
  }

  void copy(long target, long source, long bytes, long targetOffset, long sourceOffset) {
    boCopy.run(target, source, bytes, targetOffset, sourceOffset);
  }
}
