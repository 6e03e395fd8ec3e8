package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory.HostWindow;
import dev.backplane.protobuf.FieldReader;
import dev.backplane.protobuf.FieldWriter;
import dev.backplane.protobuf.MalformedMessageException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The second socket: there the host listens and the device calls, to read and write buffers that
 * are only in the host's memory. A host waits up to 5 s for the device before it goes on to close,
 * and when the device has called, until it says that it closes too.
 *
 * <p>The host says of a read or write whether it crosses the end of a buffer, but answers zeros
 * where there is no buffer at all. So the end of a buffer is found by reading on from what is known
 * to be inside. Zeros are believed if a write that nothing can hold is refused there; it brings no
 * bytes, so that nothing is written.
 *
 * <p>Compute units ask on threads of their own, while the thread that serves waits for them or for
 * the host; one asks at a time.
 */
final class HostLine implements HostWindow, AutoCloseable {
  private static final String PREFIX = "D2X_unix_sock_";
  private static final int PAGE = 4096;

  /** A request is no larger than what the host allocates without a thought. */
  private static final int PIECE = 1 << 20;

  /** The size of a write that brings no bytes: the highest number that its field can hold. */
  private static final long UNHOLDABLE = 0xffff_ffffL;

  /** The host opens its socket anew every 5 s. */
  private static final Duration LISTENS = Duration.ofSeconds(8);

  private static final Duration RETRY = Duration.ofMillis(20);

  private final Path socket;
  private final WaitTimes patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final FieldWriter writer = FieldWriter.behindHeader(Connection.REQUEST_HEADER);
  private final FieldReader reader = new FieldReader();
  private @Nullable Connection connection;
  private boolean closed;

  // Where the data of the last answer lie.
  private int dataStart;
  private int dataLength;

  HostLine(Path first, WaitTimes patience) {
    socket = socket(first);
    this.patience = patience;
  }

  /** {@return the second socket of a host, by the socket at which it meets its device} */
  static Path socket(Path first) {
    return first.resolveSibling(PREFIX + first.getFileName());
  }

  /** Calls the host, if it listens by now and was not called yet. */
  void call() {
    lock.lock();
    try {
      if (connection == null && !closed) {
        connection =
            new Connection(SocketChannel.open(UnixDomainSocketAddress.of(socket)), patience);
      }
    } catch (IOException notListening) {
      // The line is optional: without it the host takes some seconds longer to close.
      connection = null;
    } finally {
      lock.unlock();
    }
  }

  private Connection connected() {
    long end = patience.clock().getAsLong() + LISTENS.toNanos();
    call();
    while (connection == null && !closed && patience.clock().getAsLong() - end < 0) {
      LockSupport.parkNanos(RETRY.toNanos());
      call();
    }
    Connection open = connection;
    if (open == null) {
      throw lost("the host does not listen there", null);
    }
    return open;
  }

  @Override
  public MemorySegment fetch(long address, long most, long bank, SegmentAllocator memory) {
    lock.lock();
    try (Arena scratch = Arena.ofConfined()) {
      Connection open = connected();
      MemorySegment piece = scratch.allocate(PIECE);
      ReadPieces read = new ReadPieces(scratch);
      boolean buffer = false;
      boolean ends = false;
      for (long step = PAGE; step >= PAGE; ) {
        long inside = read.bytes();
        // Overlaps by a page with what is inside, so that it crosses an end that lies between.
        long from = inside == 0 ? 0 : inside - PAGE;
        MemorySegment next = piece.asSlice(0, inside + step - from);
        ends = inside + step <= most && !read(open, address + from, next);
        if (ends || inside + step > most) {
          step = step / 2 / PAGE * PAGE;
          continue;
        }
        read.add(next.asSlice(inside - from));
        step = Math.min(2 * step, PIECE - PAGE);
        if (!buffer && read.isZero() && bank - inside < UNHOLDABLE) {
          if (!crosses(open, address + inside, UNHOLDABLE)) {
            return MemorySegment.NULL;
          }
          buffer = true;
        }
      }
      return buffer || !read.isZero() || isBuffer(open, address, read.bytes(), ends, most < bank)
          ? read.all(memory)
          : MemorySegment.NULL;
    } catch (OutOfMemoryError e) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY,
              "the device process has no memory for a copy of the host's buffer at 0x%x"
                  .formatted(address))
          .during("use memory of the host")
          .on(socket.toString())
          .remedy(
              "A kernel works on two copies of a buffer that is only in the host's memory: make it"
                  + " smaller, or put it into memory of the device")
          .causedBy(e)
          .build();
    } catch (IOException e) {
      throw lost("reading the host's memory at 0x%x failed".formatted(address), e);
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether zeros are those of a buffer, in a bank that is larger than a write can be. */
  private boolean isBuffer(
      Connection open, long address, long bytes, boolean ends, boolean beforeAnother)
      throws IOException {
    if (ends && bytes + PAGE <= UNHOLDABLE) {
      // What was found to end there ends there: a page more crosses the end if it begins inside.
      return crosses(open, address, bytes + PAGE);
    }
    return bytes > 0 && (ends || beforeAnother);
  }

  /**
   * Tells whether a range that is not all in one buffer begins in a buffer. Not for a range inside
   * a buffer: the host would take bytes that it did not get.
   */
  private boolean crosses(Connection open, long address, long bytes) throws IOException {
    writer.begin();
    writer.number(1, address).number(2, bytes);
    writer.room(3, 0);
    return !ask(open, Call.WRITE_HOST_MEMORY);
  }

  private boolean read(Connection open, long address, MemorySegment to) throws IOException {
    writer.begin();
    writer.number(1, address).number(2, to.byteSize());
    boolean valid = ask(open, Call.READ_HOST_MEMORY);
    if (valid && dataLength >= to.byteSize()) {
      ByteBuffer payload = open.payload();
      to.copyFrom(
          MemorySegment.ofBuffer(
              payload.limit(dataStart + (int) to.byteSize()).position(dataStart)));
    }
    return valid && dataLength >= to.byteSize();
  }

  /**
   * Reads from one buffer.
   *
   * @param address a device address
   * @param bank how far its bank goes on there
   * @param to is filled
   * @throws BackplaneException if the host has no buffer of so many bytes there
   */
  void load(long address, long bank, MemorySegment to) {
    lock.lock();
    try {
      require(address, bank);
      Connection open = connected();
      for (long done = 0; done < to.byteSize(); done += PIECE) {
        MemorySegment piece = to.asSlice(done, Math.min(PIECE, to.byteSize() - done));
        if (!read(open, address + done, piece)) {
          throw absent("read", address + done, piece.byteSize());
        }
      }
    } catch (IOException e) {
      throw lost("reading the host's memory at 0x%x failed".formatted(address), e);
    } finally {
      lock.unlock();
    }
  }

  /** Refuses an address that no buffer of the host's is at, as far as the host tells. */
  void require(long address, long bank) {
    lock.lock();
    try {
      if (bank < UNHOLDABLE && !crosses(connected(), address, UNHOLDABLE)) {
        throw absent("reach", address, 1);
      }
    } catch (IOException e) {
      throw lost("looking for the host's memory at 0x%x failed".formatted(address), e);
    } finally {
      lock.unlock();
    }
  }

  private static BackplaneException absent(String what, long address, long bytes) {
    return BackplaneException.because(
            ErrorCode.ADDRESS_FAULT,
            "the host has no buffer of %d bytes at 0x%x".formatted(bytes, address))
        .during(what + " host memory")
        .build();
  }

  /** Sends a request and reads the answer, which carries the number of the call too. */
  private boolean ask(Connection open, Call call) throws IOException {
    open.request(call, writer);
    long end = patience.clock().getAsLong() + patience.message().toNanos();
    if (!open.receive(() -> patience.clock().getAsLong() - end > 0)) {
      throw new IOException("no answer");
    }
    open.begin(reader);
    try {
      return isValid();
    } catch (MalformedMessageException e) {
      throw Malformed.because(e);
    }
  }

  /** Reads an answer: whether it is one, and where its data lie. */
  private boolean isValid() {
    boolean valid = false;
    dataLength = 0;
    for (int field = reader.next(); field != 0; field = reader.next()) {
      if (field == 1) {
        valid = reader.number() != 0;
      } else if (field == 2) {
        dataStart = reader.start();
        dataLength = reader.length();
      }
    }
    return valid;
  }

  @Override
  public void store(long address, MemorySegment from) {
    lock.lock();
    try {
      Connection open = connected();
      for (long done = 0; done < from.byteSize(); done += PIECE) {
        int bytes = (int) Math.min(PIECE, from.byteSize() - done);
        writer.begin();
        writer.number(1, address + done).number(2, bytes);
        MemorySegment.ofBuffer(writer.room(3, bytes)).copyFrom(from.asSlice(done, bytes));
        if (!ask(open, Call.WRITE_HOST_MEMORY)) {
          throw absent("write to", address + done, bytes);
        }
      }
    } catch (IOException e) {
      throw lost("writing the host's memory at 0x%x failed".formatted(address), e);
    } finally {
      lock.unlock();
    }
  }

  private BackplaneException lost(String problem, @Nullable IOException cause) {
    Connection broken = connection;
    if (broken != null) {
      // An answer may still be under way that is to another question.
      broken.close();
      closed = true;
      connection = null;
    }
    return BackplaneException.because(
            ErrorCode.LINK_LOST,
            cause == null ? problem : problem + ": " + String.valueOf(cause.getMessage()))
        .during("use memory of the host")
        .on(socket.toString())
        .remedy("Was the host ended? Buffers that are only in its memory are gone with it")
        .causedBy(cause)
        .build();
  }

  /** Lets the host's thread end that listens to the line; it would wait for ever otherwise. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      Connection open = connection;
      connection = null;
      if (open == null) {
        return;
      }
      try (open) {
        writer.begin();
        open.request(Call.CLOSE, writer);
      } catch (IOException e) {
        System.getLogger(HostLine.class.getName())
            .log(System.Logger.Level.DEBUG, "the host has gone before its line was closed", e);
      }
    } finally {
      lock.unlock();
    }
  }
}
