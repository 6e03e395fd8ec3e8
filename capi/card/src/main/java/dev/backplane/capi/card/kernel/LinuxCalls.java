package dev.backplane.capi.card.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.backplane.capi.card.abi.CxlIoctl;
import dev.backplane.capi.card.abi.IoctlEncoding;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.Errno;
import dev.backplane.ffi.NativeLibrary;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The calls of the C library. Signatures are exact: cards are in machines of several kinds. */
final class LinuxCalls implements KernelCalls {
  private static final int READ_ONLY = 0;
  private static final int WRITE_ONLY = 1;
  private static final int READ_WRITE = 2;
  private static final int NONBLOCKING = 0x800;
  private static final int CLOSED_BY_EXEC = 0x80000;
  private static final int READ_AND_WRITE_PAGES = 0x3;
  private static final int SHARED = 0x1;
  private static final long FAILED = -1;

  // pollfd: the descriptor, what is wanted of it, what has happened.
  private static final int ENTRY_BYTES = 8;
  private static final int WANTED_AT = 4;
  private static final int HAPPENED_AT = 6;

  /** As much as the kernel gives of an attribute at a time. */
  private static final int PAGE = 4096;

  private static final class C {
    static final MemorySegment OPEN = function("open");
    static final MemorySegment IOCTL = function("ioctl");
    static final MemorySegment MMAP = function("mmap");
    static final MemorySegment MUNMAP = function("munmap");
    static final MemorySegment READ = function("read");
    static final MemorySegment WRITE = function("write");
    static final MemorySegment POLL = function("poll");
    static final MemorySegment CLOSE = function("close");

    static final MethodHandle OPENING =
        Calls.variadic(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), 2);
    static final MethodHandle CONTROL =
        Calls.variadic(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), 2);
    static final MethodHandle MAPPING =
        Calls.withErrno(
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    static final MethodHandle UNMAPPING =
        Calls.withErrno(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    static final MethodHandle TRANSFER =
        Calls.withErrno(FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    static final MethodHandle POLLING =
        Calls.withErrno(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    static final MethodHandle CLOSING = Calls.withErrno(FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private static MemorySegment function(String name) {
      return NativeLibrary.c().function(name);
    }
  }

  /** A call, which leaves its error number in a segment. */
  private interface Call {
    long make(MemorySegment error) throws Throwable;
  }

  private static long make(String function, Call call) throws KernelError {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(Errno.LAYOUT);
      long result;
      try {
        result = call.make(error);
      } catch (Throwable t) {
        throw Calls.broken(function, t);
      }
      if (result == FAILED) {
        throw new KernelError(Errno.from(error).number());
      }
      return result;
    }
  }

  private static int open(Path path, int flags) throws KernelError {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString());
      int all = flags | CLOSED_BY_EXEC;
      return (int) make("open", error -> (int) C.OPENING.invokeExact(C.OPEN, error, name, all, 0));
    }
  }

  @Override
  public int open(Path node) throws KernelError {
    return open(node, READ_WRITE | NONBLOCKING);
  }

  @Override
  public int ioctl(int file, CxlIoctl call, MemorySegment argument) throws KernelError {
    long number = call.number(IoctlEncoding.ofMachine());
    return (int)
        make("ioctl", error -> (int) C.CONTROL.invokeExact(C.IOCTL, error, file, number, argument));
  }

  @Override
  public long map(int file, long bytes) throws KernelError {
    return make(
        "mmap",
        error ->
            (long)
                C.MAPPING.invokeExact(
                    C.MMAP, error, 0L, bytes, READ_AND_WRITE_PAGES, SHARED, file, 0L));
  }

  @Override
  public void unmap(long address, long bytes) {
    ignored("munmap", error -> (int) C.UNMAPPING.invokeExact(C.MUNMAP, error, address, bytes));
  }

  /** For calls that fail only for arguments that are never given. */
  private static void ignored(String function, Call call) {
    try {
      make(function, call);
    } catch (KernelError e) {
      throw new IllegalStateException(function, e);
    }
  }

  @Override
  public int read(int file, MemorySegment target) throws KernelError {
    long bytes = target.byteSize();
    return (int)
        make("read", error -> (long) C.TRANSFER.invokeExact(C.READ, error, file, target, bytes));
  }

  @Override
  public int poll(int file, int milliseconds) throws KernelError {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment entry = arena.allocate(ENTRY_BYTES, ENTRY_BYTES);
      entry.set(JAVA_INT, 0, file);
      entry.set(JAVA_SHORT, WANTED_AT, (short) READABLE);
      make("poll", error -> (int) C.POLLING.invokeExact(C.POLL, error, entry, 1L, milliseconds));
      return entry.get(JAVA_SHORT, HAPPENED_AT);
    }
  }

  @Override
  public void close(int file) {
    // What it says is not about the descriptor, which is closed in any case.
    try {
      make("close", error -> (int) C.CLOSING.invokeExact(C.CLOSE, error, file));
    } catch (KernelError e) {
      assert e.number() != 0;
    }
  }

  @Override
  public byte[] attribute(Path path) throws KernelError {
    int file = open(path, READ_ONLY);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment page = arena.allocate(PAGE);
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      for (int read = read(file, page); read > 0; read = read(file, page)) {
        content.writeBytes(page.asSlice(0, read).toArray(JAVA_BYTE));
      }
      return content.toByteArray();
    } finally {
      close(file);
    }
  }

  @Override
  public void attribute(Path path, String text) throws KernelError {
    int file = open(path, WRITE_ONLY);
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      MemorySegment source = arena.allocateFrom(JAVA_BYTE, bytes);
      make(
          "write",
          error ->
              (long) C.TRANSFER.invokeExact(C.WRITE, error, file, source, (long) bytes.length));
    } finally {
      close(file);
    }
  }
}
