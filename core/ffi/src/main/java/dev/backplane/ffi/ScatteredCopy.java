package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Copies pieces of memory between this process and an {@link AddressSpace}, its own or another one,
 * by their addresses there. The kernel copies, so an address that is not mapped, or may not be
 * accessed so, is an answer and not a crash, also if it is unmapped meanwhile. Aligned words are
 * copied whole; longer pieces may be a mix of old and new. Pieces that lie side by side, here or
 * there, are one to the kernel, which looks up each piece there anew.
 *
 * <p>Not safe for use by several threads.
 */
public final class ScatteredCopy implements AutoCloseable {
  /** The number of pieces that the kernel copies at once. */
  public static final int MOST_PIECES = 1024;

  static final int EFAULT = 14;

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

  private final JoinedPieces mine;
  private final JoinedPieces theirs;
  private final int room;
  private int count;
  private long total;
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
    mine = new JoinedPieces(arena, room);
    theirs = new JoinedPieces(arena, room);
  }

  /** {@return how many pieces there are} */
  public int count() {
    return count;
  }

  /** Forgets all pieces. */
  public void clear() {
    count = 0;
    total = 0;
    mine.clear();
    theirs.clear();
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
    mine.add(address, bytes);
    theirs.add(there, bytes);
    total += bytes;
    count++;
  }

  /**
   * Copies pieces from an address space.
   *
   * @param of where they are
   * @param from the first piece that is copied
   * @return how many pieces from there on were copied whole; the next one could not be reached, for
   *     the reason that {@link #error} gives
   */
  public int read(AddressSpace of, int from) {
    return copy(false, of, from);
  }

  /** Copies pieces to an address space; as {@link #read}. */
  public int write(AddressSpace of, int from) {
    return copy(true, of, from);
  }

  /** {@return why the last copy was not whole; 0 if a piece was begun and not ended} */
  public Errno error() {
    return error;
  }

  private int copy(boolean stores, AddressSpace of, int from) {
    if (from == count) {
      return 0;
    }
    return of.isOwn()
        ? copy(stores ? Functions.WRITE : Functions.READ, of.process(), from)
        : copyEach(stores, of, from);
  }

  /** One run after the other of pieces that lie side by side both here and there. */
  private int copyEach(boolean stores, AddressSpace of, int from) {
    of.look();
    error = new Errno(0);
    int piece = from;
    while (piece < count) {
      long bytes = theirs.bytes(piece);
      int next = piece + 1;
      while (next < count && mine.follows(next) && theirs.follows(next)) {
        bytes += theirs.bytes(next++);
      }
      long copied = of.copy(stores, mine.address(piece), theirs.address(piece), bytes, captured);
      if (copied < bytes) {
        int whole = whole(copied, piece);
        error = of.missing();
        return piece + whole - from;
      }
      piece = next;
    }
    return count - from;
  }

  private int copy(MemorySegment function, long process, int from) {
    if (from > 0) {
      return copyEach(function, process, from);
    }
    long copied =
        copy(
            function,
            process,
            mine.writeJoined(),
            mine.joined(),
            theirs.writeJoined(),
            theirs.joined());
    if (copied == total) {
      return count;
    }
    // The kernel promises to count whole vectors only, so what it did not is tried by itself.
    int whole = whole(copied, 0);
    return whole + copyEach(function, process, whole);
  }

  private int copyEach(MemorySegment function, long process, int from) {
    int pieces = count - from;
    return whole(
        copy(function, process, mine.writeEach(from), pieces, theirs.writeEach(from), pieces),
        from);
  }

  /** Counts the pieces of some bytes. */
  private int whole(long bytes, int from) {
    long left = bytes;
    int piece = from;
    while (piece < count) {
      left -= theirs.bytes(piece);
      if (left < 0) {
        break;
      }
      piece++;
    }
    return piece - from;
  }

  private long copy(
      MemorySegment function, long process, long locals, long here, long remotes, long there) {
    long copied;
    try {
      copied =
          (long)
              COPY.invokeExact(function, captured, (int) process, locals, here, remotes, there, 0L);
    } catch (Throwable t) {
      throw Calls.broken("process_vm_readv", t);
    }
    error = copied < 0 ? Errno.from(captured) : new Errno(0);
    return Math.max(0, copied);
  }

  /** Gives the room back; what is used afterwards throws. */
  @Override
  public void close() {
    arena.close();
  }
}
