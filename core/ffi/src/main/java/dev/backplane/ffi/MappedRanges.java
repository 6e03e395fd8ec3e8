package dev.backplane.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * The ranges of an address space that are mapped, and what may be done with each, by a descriptor
 * of its {@code maps}. The kernel is asked for one range where it answers that (Linux 6.11), else
 * its whole text is read. Used by one thread at a time.
 */
final class MappedRanges implements AutoCloseable {
  /** {@code PROCMAP_QUERY}, an ioctl with a structure of so many bytes. */
  private static final long QUERY = 0xc068_6611L;

  private static final int QUERY_BYTES = 104;
  private static final long READABLE = 0x1;
  private static final long WRITABLE = 0x2;
  private static final int ESRCH = 3;
  private static final int ENOENT = 2;
  private static final int PIECE = 64 << 10;

  private static final MethodHandle IOCTL =
      Calls.variadic(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG), 2);
  private static final MethodHandle PREAD =
      Calls.withErrno(FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private static final class Functions {
    static final MemorySegment IOCTL = NativeLibrary.c().function("ioctl");
    static final MemorySegment PREAD = NativeLibrary.c().function("pread");
  }

  private final int maps;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment query = arena.allocate(QUERY_BYTES, Long.BYTES);
  private final MemorySegment error = arena.allocate(Errno.LAYOUT);
  private boolean readsText;
  private boolean gone;

  /** The range that was found last; empty if none was. */
  private long begin;

  private long end;
  private boolean readable;
  private boolean writable;

  /**
   * @param maps the descriptor, which it closes
   */
  MappedRanges(int maps) {
    this.maps = maps;
  }

  /** Reads the text, as where the kernel does not answer for one range. */
  MappedRanges byText() {
    readsText = true;
    return this;
  }

  /** Forgets what was found, which may have changed. */
  void forget() {
    begin = 0;
    end = 0;
    gone = false;
  }

  /** {@return whether the address space was not there any more} */
  boolean isGone() {
    return gone;
  }

  /** {@return how many of some bytes can be read or written, from the first one on} */
  long accessible(boolean stores, long address, long bytes) {
    long done = 0;
    while (done < bytes && find(address + done) && (stores ? writable : readable)) {
      done = Math.min(bytes, end - address);
    }
    return done;
  }

  private boolean find(long address) {
    if (address < 0) {
      return false;
    }
    if (address >= begin && address < end) {
      return true;
    }
    return readsText ? findInText(address) : ask(address);
  }

  private boolean ask(long address) {
    query.fill((byte) 0);
    query.set(JAVA_LONG, 0, QUERY_BYTES);
    query.set(JAVA_LONG, 16, address);
    int failed;
    try {
      failed = (int) IOCTL.invokeExact(Functions.IOCTL, error, maps, QUERY, query.address());
    } catch (Throwable t) {
      throw Calls.broken("ioctl", t);
    }
    if (failed == 0) {
      long flags = query.get(JAVA_LONG, 40);
      found(
          query.get(JAVA_LONG, 24),
          query.get(JAVA_LONG, 32),
          (flags & READABLE) != 0,
          (flags & WRITABLE) != 0);
      return true;
    }
    int number = Errno.from(error).number();
    if (number == ENOENT || number == ESRCH) {
      gone = number == ESRCH;
      return false;
    }
    // An older kernel.
    readsText = true;
    return findInText(address);
  }

  private void found(long from, long to, boolean read, boolean write) {
    begin = from;
    end = to;
    readable = read;
    writable = write;
  }

  private boolean findInText(long address) {
    StringBuilder rest = new StringBuilder();
    try (Arena confined = Arena.ofConfined()) {
      MemorySegment piece = confined.allocate(PIECE);
      for (long at = 0, now = read(piece, at); now > 0; now = read(piece, at)) {
        at += now;
        rest.append(
            new String(
                piece.asSlice(0, now).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1));
        int line = 0;
        for (int next = rest.indexOf("\n"); next >= 0; next = rest.indexOf("\n", line)) {
          if (covers(rest.substring(line, next), address)) {
            return true;
          }
          line = next + 1;
        }
        rest.delete(0, line);
      }
    }
    return false;
  }

  private long read(MemorySegment piece, long at) {
    try {
      long count =
          (long)
              PREAD.invokeExact(
                  Functions.PREAD, error, maps, piece.address(), piece.byteSize(), at);
      gone = at == 0 && count <= 0;
      return count;
    } catch (Throwable t) {
      throw Calls.broken("pread", t);
    }
  }

  /** Takes a line such as {@code 7f00-7f10 rw-p ...}, if it is of the range that is looked for. */
  private boolean covers(String line, long address) {
    int dash = line.indexOf('-');
    int space = line.indexOf(' ');
    long from = Long.parseUnsignedLong(line.substring(0, dash), 16);
    long to = Long.parseUnsignedLong(line.substring(dash + 1, space), 16);
    if (address < from || address >= to) {
      return false;
    }
    found(from, to, line.charAt(space + 1) == 'r', line.charAt(space + 2) == 'w');
    return true;
  }

  @Override
  public void close() {
    AddressSpace.close(maps);
    arena.close();
  }
}
