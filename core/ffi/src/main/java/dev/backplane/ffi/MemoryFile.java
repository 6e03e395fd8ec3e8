package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/**
 * Memory that processes share: a file in memory (Linux, {@code memfd_create}). Its size is sealed,
 * so nobody can take pages from under those who have mapped them.
 *
 * <p>Closing it closes the descriptor of this process; what is mapped stays mapped. To be closed
 * once. Safe for use by several threads.
 */
@SuppressWarnings("restricted") // Mapping memory is what this is for.
public final class MemoryFile implements AutoCloseable {
  private static final int READ_AND_WRITE = 0x1 | 0x2;
  private static final int SHARED = 0x1;
  private static final int CLOSED_BY_EXEC = 0x1;
  private static final int SEALS_ALLOWED = 0x2;
  private static final int ADD_SEALS = 1033;
  private static final int GET_SEALS = 1034;
  private static final int SEAL_SHRINK = 0x2;
  private static final int SEAL_SEALS_AND_GROW = 0x1 | 0x4;
  private static final int SEEK_END = 2;

  /**
   * Flags for opening a file of any kind: for reading and writing, without waiting, without making
   * it this process's terminal, closed by exec.
   */
  private static final int OPENED = 0x2 | 0x800 | 0x100 | 0x80000;

  private static final MethodHandle MMAP =
      function(
          "mmap",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle MUNMAP =
      function("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle MEMFD_CREATE =
      function("memfd_create", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle FTRUNCATE =
      function("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
  private static final MethodHandle FCNTL =
      bound(
          "fcntl",
          Calls.variadic(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), 2));
  private static final MethodHandle OPEN =
      bound(
          "open", Calls.variadic(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), 2));
  private static final MethodHandle LSEEK =
      function("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private final int descriptor;

  private MemoryFile(int descriptor) {
    this.descriptor = descriptor;
  }

  private static MethodHandle function(String name, FunctionDescriptor type) {
    return bound(name, Calls.of(type));
  }

  private static MethodHandle bound(String name, MethodHandle call) {
    return MethodHandles.insertArguments(call, 0, NativeLibrary.c().function(name));
  }

  /**
   * {@return a new file of some bytes, all zero; empty if the system has no memory or descriptor}
   */
  public static Optional<MemoryFile> create(long bytes) {
    try (Slab.Frame frame = Slab.frame()) {
      int file =
          (int)
              MEMFD_CREATE.invokeExact(
                  CText.write("backplane", frame), CLOSED_BY_EXEC | SEALS_ALLOWED);
      if (file < 0) {
        return Optional.empty();
      }
      MemoryFile made = new MemoryFile(file);
      if ((int) FTRUNCATE.invokeExact(file, bytes) != 0
          || (int)
                  FCNTL.invokeExact(
                      frame.errno(), file, ADD_SEALS, SEAL_SHRINK | SEAL_SEALS_AND_GROW)
              != 0) {
        made.close();
        return Optional.empty();
      }
      return Optional.of(made);
    } catch (Throwable t) {
      throw Calls.broken("memfd_create", t);
    }
  }

  /**
   * Opens what another process has open, if this one may. It can be any file: {@link #holds} tells
   * whether it is memory.
   *
   * @param process the number of the process
   * @param number the descriptor there
   * @return the file; empty if it is not there, or may not be seen
   */
  public static Optional<MemoryFile> of(long process, int number) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment path = CText.write("/proc/%d/fd/%d".formatted(process, number), frame);
      int file = (int) OPEN.invokeExact(frame.errno(), path, OPENED, 0);
      return file < 0 ? Optional.empty() : Optional.of(new MemoryFile(file));
    } catch (Throwable t) {
      throw Calls.broken("open", t);
    }
  }

  /** {@return the descriptor of this process} */
  public int descriptor() {
    return descriptor;
  }

  /** {@return whether it is memory of at least some bytes which nobody can take away} */
  public boolean holds(long bytes) {
    try (Slab.Frame frame = Slab.frame()) {
      int seals = (int) FCNTL.invokeExact(frame.errno(), descriptor, GET_SEALS, 0);
      return seals > 0
          && (seals & SEAL_SHRINK) != 0
          && (long) LSEEK.invokeExact(descriptor, 0L, SEEK_END) >= bytes;
    } catch (Throwable t) {
      throw Calls.broken("fcntl", t);
    }
  }

  /**
   * Maps its begin. To be asked for what it {@link #holds} alone: what is behind its end is not
   * there.
   *
   * @param bytes how many
   * @param life how long it is mapped
   * @return the memory; empty if the system has no room for it
   */
  public Optional<MemorySegment> map(long bytes, Arena life) {
    try {
      long address = (long) MMAP.invokeExact(0L, bytes, READ_AND_WRITE, SHARED, descriptor, 0L);
      return address == -1
          ? Optional.empty()
          : Optional.of(
              MemorySegment.ofAddress(address)
                  .reinterpret(bytes, life, gone -> unmap(address, bytes)));
    } catch (Throwable t) {
      throw Calls.broken("mmap", t);
    }
  }

  private static void unmap(long address, long bytes) {
    try {
      int failed = (int) MUNMAP.invokeExact(address, bytes);
      assert failed == 0 : "munmap refused its own mapping";
    } catch (Throwable t) {
      throw Calls.broken("munmap", t);
    }
  }

  @Override
  public void close() {
    try {
      // What it says is not about the descriptor, which is closed in any case.
      int ignored = (int) CLOSE.invokeExact(descriptor);
      assert ignored <= 0;
    } catch (Throwable t) {
      throw Calls.broken("close", t);
    }
  }
}
