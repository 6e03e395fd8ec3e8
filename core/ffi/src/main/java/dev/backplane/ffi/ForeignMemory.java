package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A piece of this process's memory that belongs to code in C, which may unmap it at any time. The
 * kernel copies, so that memory which is gone, or may not be accessed, is an answer and not a
 * crash. Aligned words are copied whole. Safe for use by several threads.
 */
public final class ForeignMemory {
  private static final int PROCESS = (int) ProcessHandle.current().pid();

  private static final MethodHandle COPY =
      Calls.withErrno(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private static final class Functions {
    static final MemorySegment READ = NativeLibrary.c().function("process_vm_readv");
    static final MemorySegment WRITE = NativeLibrary.c().function("process_vm_writev");
  }

  private static final int EPERM = 1;

  private final long address;
  private final long bytes;

  /**
   * Memory from an address on.
   *
   * @param address the first address
   * @param bytes how many bytes there are
   */
  public ForeignMemory(long address, long bytes) {
    this.address = address;
    this.bytes = bytes;
  }

  /** {@return how many bytes there are, or were} */
  public long byteSize() {
    return bytes;
  }

  /**
   * Copies from it.
   *
   * @param offset where to begin, inside it
   * @param into is filled
   * @return whether all bytes could be read
   */
  public boolean read(long offset, MemorySegment into) {
    if (into.isNative()) {
      return copy(Functions.READ, into, offset);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment here = arena.allocate(into.byteSize(), Long.BYTES);
      boolean isRead = copy(Functions.READ, here, offset);
      if (isRead) {
        into.copyFrom(here);
      }
      return isRead;
    }
  }

  /**
   * Copies to it.
   *
   * @param offset where to begin, inside it
   * @param from is written
   * @return whether all bytes could be written
   */
  public boolean write(long offset, MemorySegment from) {
    if (from.isNative()) {
      return copy(Functions.WRITE, from, offset);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment here = arena.allocate(from.byteSize(), Long.BYTES).copyFrom(from);
      return copy(Functions.WRITE, here, offset);
    }
  }

  private boolean copy(MemorySegment function, MemorySegment here, long offset) {
    long length = here.byteSize();
    if (offset < 0 || length > bytes || offset > bytes - length) {
      throw new IndexOutOfBoundsException("%d bytes at %d of %d".formatted(length, offset, bytes));
    }
    try (Slab.Frame frame = Slab.frame()) {
      IoVectors vectors = new IoVectors(frame, 2);
      vectors.set(0, here.address(), length);
      vectors.set(1, address + offset, length);
      MemorySegment captured = frame.errno();
      long copied =
          (long)
              COPY.invokeExact(
                  function, captured, PROCESS, vectors.address(0), 1L, vectors.address(1), 1L, 0L);
      int error = copied < 0 ? Errno.from(captured).number() : 0;
      if (error == Errno.ENOSYS || error == EPERM) {
        throw new UnsupportedOperationException(
            "the system does not copy memory for this process: process_vm_readv answers " + error);
      }
      return copied == length;
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("process_vm_readv", t);
    }
  }
}
