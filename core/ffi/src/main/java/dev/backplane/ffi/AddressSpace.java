package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * An address space that stays the one it was: that of this process, or the one that another process
 * had when it was asked for. Whatever the other process does then, ends or executes another
 * program, and whoever gets its number, what is reached is this address space or nothing: its files
 * in {@code /proc} are held open, as the number of a process names another one later.
 *
 * <p>{@link ScatteredCopy} copies. One thread at a time uses it, and closes it when nobody does any
 * more.
 */
public final class AddressSpace implements AutoCloseable {
  /** The address space of this process. */
  public static final AddressSpace OWN =
      new AddressSpace(ProcessHandle.current().pid(), -1, new MappedRanges(-1));

  /** Reads and writes, closed by exec. */
  private static final int READ_WRITE = 0x2 | 0x80000;

  private static final int READ = 0x80000;
  private static final int ESRCH = 3;

  private static final MethodHandle OPEN =
      Calls.variadic(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), 2);
  private static final MethodHandle COPY =
      Calls.withErrno(FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  /**
   * Linked before anything is opened: a process without descriptors may be unable to link it later.
   */
  private static final MethodHandle CLOSE = Calls.of(FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private static final class Functions {
    static final MemorySegment OPEN = NativeLibrary.c().function("open");
    static final MemorySegment CLOSE = NativeLibrary.c().function("close");
    static final MemorySegment PREAD = NativeLibrary.c().function("pread");
    static final MemorySegment PWRITE = NativeLibrary.c().function("pwrite");
  }

  /** The result of opening an address space: the address space, or the error. */
  public sealed interface Opened {}

  /**
   * An address space that was opened.
   *
   * @param space the address space, to be closed
   */
  public record Held(AddressSpace space) implements Opened {}

  /**
   * An address space that may not be accessed, or that does not exist.
   *
   * @param error the error
   */
  public record Refused(Errno error) implements Opened {}

  private final long process;
  private final int memory;
  private final MappedRanges ranges;

  private AddressSpace(long process, int memory, MappedRanges ranges) {
    this.process = process;
    this.memory = memory;
    this.ranges = ranges;
  }

  /**
   * Takes hold of the one that a process has now.
   *
   * @param process its number
   * @return the address space, or why it cannot be reached
   */
  public static Opened of(long process) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment error = frame.errno();
      int memory = open("/proc/%d/mem".formatted(process), READ_WRITE, frame, error);
      if (memory < 0) {
        return new Refused(Errno.from(error));
      }
      int maps = open("/proc/%d/maps".formatted(process), READ, frame, error);
      if (maps < 0) {
        close(memory);
        return new Refused(Errno.from(error));
      }
      try {
        return new Held(new AddressSpace(process, memory, new MappedRanges(maps)));
      } catch (OutOfMemoryError e) {
        close(maps);
        close(memory);
        throw e;
      }
    } catch (Throwable t) {
      throw Calls.broken("open", t);
    }
  }

  private static int open(String path, int flags, Slab.Frame frame, MemorySegment error)
      throws Throwable {
    return (int) OPEN.invokeExact(Functions.OPEN, error, CText.write(path, frame), flags, 0);
  }

  static void close(int descriptor) {
    try {
      // What it says is not about the descriptor, which is closed in any case.
      int ignored = (int) CLOSE.invokeExact(Functions.CLOSE, descriptor);
      assert ignored <= 0;
    } catch (Throwable t) {
      throw Calls.broken("close", t);
    }
  }

  /** {@return the number that its process had} */
  public long process() {
    return process;
  }

  boolean isOwn() {
    return memory < 0;
  }

  /** Begins to look up what may be accessed, which is as it is now. */
  void look() {
    ranges.forget();
  }

  /**
   * Copies a piece of the other process, as far as it may be accessed.
   *
   * @param stores whether to there
   * @param here an address of this process
   * @param there an address of the other one
   * @param error takes the error number of a call
   * @return how many bytes were copied, from the first one on
   */
  long copy(boolean stores, long here, long there, long bytes, MemorySegment error) {
    // What reads and writes there asks for no permissions of pages, which are looked up before.
    long allowed = ranges.accessible(stores, there, bytes);
    long done = 0;
    while (done < allowed) {
      long now = call(stores, here + done, there + done, allowed - done, error);
      if (now <= 0) {
        break;
      }
      done += now;
    }
    return done;
  }

  private long call(boolean stores, long here, long there, long bytes, MemorySegment error) {
    MemorySegment function = stores ? Functions.PWRITE : Functions.PREAD;
    try {
      return (long) COPY.invokeExact(function, error, memory, here, bytes, there);
    } catch (Throwable t) {
      throw Calls.broken("pread", t);
    }
  }

  /** {@return why nothing could be reached there} */
  Errno missing() {
    return new Errno(ranges.isGone() ? ESRCH : ScatteredCopy.EFAULT);
  }

  /** Lets go of it. */
  @Override
  public void close() {
    if (!isOwn()) {
      close(memory);
      ranges.close();
    }
  }
}
