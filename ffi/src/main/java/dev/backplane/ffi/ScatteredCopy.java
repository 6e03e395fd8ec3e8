package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Copies pieces of memory between this process and a process, itself or another one, by their
 * addresses there. The kernel copies ({@code process_vm_readv}), so an address that is not mapped,
 * or may not be written, is an answer and not a crash, also if it is unmapped meanwhile. Aligned
 * words are copied whole; longer pieces may be a mix of old and new.
 *
 * <p>Not safe for use by several threads.
 */
public final class ScatteredCopy implements AutoCloseable {
  /** How many pieces the kernel copies at once. */
  public static final int MOST_PIECES = 1024;

  private static final MethodHandle COPY =
      Calls.withErrno(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private static final class Functions {
    static final MemorySegment READ = NativeLibrary.c().function("process_vm_readv");
    static final MemorySegment WRITE = NativeLibrary.c().function("process_vm_writev");
  }

  private final Arena arena = Arena.ofShared();
  private final MemorySegment captured = arena.allocate(Errno.LAYOUT);

  private final IoVectors mine;
  private final IoVectors theirs;
  private final int room;
  private int count;
  private Errno error = new Errno(0);

  /**
   * Makes room for pieces.
   *
   * @param room how many, 1 to {@value #MOST_PIECES}
   */
  public ScatteredCopy(int room) {
    if (room < 1 || room > MOST_PIECES) {
      throw new IllegalArgumentException("room for %d pieces, not 1 to 1024".formatted(room));
    }
    this.room = room;
    mine = new IoVectors(arena, room);
    theirs = new IoVectors(arena, room);
  }

  /** {@return how many pieces there are} */
  public int count() {
    return count;
  }

  /** Forgets all pieces. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds a piece.
   *
   * @param address of memory of this process, which stays there until the copy
   * @param there its address in the process
   * @param bytes its length, at least 1
   * @throws IllegalStateException if there is no room
   */
  public void add(long address, long there, long bytes) {
    if (count == room) {
      throw new IllegalStateException("there is room for %d pieces".formatted(room));
    }
    mine.set(count, address, bytes);
    theirs.set(count, there, bytes);
    count++;
  }

  /**
   * Copies pieces from a process.
   *
   * @param process its id
   * @param from the first piece that is copied
   * @return how many pieces from there on were copied whole; the next one could not be reached, for
   *     the reason that {@link #error} gives
   */
  public int read(long process, int from) {
    return copy(Functions.READ, process, from);
  }

  /** Copies pieces to a process; as {@link #read}. */
  public int write(long process, int from) {
    return copy(Functions.WRITE, process, from);
  }

  /** {@return why the last copy was not whole; 0 if a piece was begun and not ended} */
  public Errno error() {
    return error;
  }

  private int copy(MemorySegment function, long process, int from) {
    int pieces = count - from;
    if (pieces == 0) {
      return 0;
    }
    long copied;
    try {
      copied =
          (long)
              COPY.invokeExact(
                  function,
                  captured,
                  (int) process,
                  mine.address(from),
                  (long) pieces,
                  theirs.address(from),
                  (long) pieces,
                  0L);
    } catch (Throwable t) {
      throw Calls.broken("process_vm_readv", t);
    }
    if (copied < 0) {
      error = Errno.from(captured);
      return 0;
    }
    error = new Errno(0);
    int whole = 0;
    while (whole < pieces) {
      copied -= theirs.bytes(from + whole);
      if (copied < 0) {
        break;
      }
      whole++;
    }
    return whole;
  }

  /** Gives the room back; what is used afterwards throws. */
  @Override
  public void close() {
    arena.close();
  }
}
