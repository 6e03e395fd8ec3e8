package dev.backplane.doors.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory.HostWindow;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
 * <p>The host says of a read whether it crosses the end of a buffer, but answers zeros where there
 * is no buffer at all. So the end of a buffer is found by reading on from what is known to be
 * inside, and what never ends is none.
 *
 * <p>Compute units ask on threads of their own, while the thread that serves waits for them or for
 * the host; one asks at a time.
 */
final class HostLine implements HostWindow, AutoCloseable {
  private static final String PREFIX = "D2X_unix_sock_";
  private static final int PAGE = 4096;

  /** A request is no larger than what the host allocates without a thought. */
  private static final int PIECE = 1 << 20;

  /** A buffer of the host's that is larger than this is taken for none. */
  private static final long MOST = 1L << 30;

  /** The host opens its socket anew every 5 s. */
  private static final Duration LISTENS = Duration.ofSeconds(8);

  private static final Duration RETRY = Duration.ofMillis(20);

  private final Path socket;
  private final Patience patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final MessageWriter writer = new MessageWriter(Connection.REQUEST_HEADER);
  private final MessageReader reader = new MessageReader(ByteBuffer.allocate(0));
  private @Nullable Connection connection;
  private boolean closed;

  // Where the data of the last answer lie.
  private int dataStart;
  private int dataLength;

  HostLine(Path first, Patience patience) {
    socket = socket(first);
    this.patience = patience;
  }

  /** {@return where a host listens that meets its device at a socket} */
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
  public MemorySegment fetch(long address, long most) {
    lock.lock();
    try {
      Connection open = connected();
      long end = Math.min(most, MOST);
      MemorySegment bytes = Arena.ofAuto().allocate(Math.min(end, PIECE));
      long inside = 0;
      for (long step = PAGE; step >= PAGE; ) {
        if (inside + step > end) {
          step = step / 2 / PAGE * PAGE;
          continue;
        }
        if (bytes.byteSize() < inside + step) {
          bytes = larger(bytes, inside, Math.min(end, 2 * bytes.byteSize() + step));
        }
        // Overlaps by a page with what is inside, so that it crosses an end that lies between.
        long from = inside == 0 ? 0 : inside - PAGE;
        if (read(open, address + from, bytes.asSlice(from, inside + step - from))) {
          inside += step;
          step = Math.min(2 * step, PIECE - PAGE);
        } else {
          step = step / 2 / PAGE * PAGE;
        }
      }
      return inside >= end && end < most ? MemorySegment.NULL : bytes.asSlice(0, inside);
    } catch (IOException e) {
      throw lost("reading the host's memory at 0x%x failed".formatted(address), e);
    } finally {
      lock.unlock();
    }
  }

  private static MemorySegment larger(MemorySegment bytes, long used, long size) {
    MemorySegment more = Arena.ofAuto().allocate(size);
    MemorySegment.copy(bytes, 0, more, 0, used);
    return more;
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

  /** Sends a request and reads the answer, which carries the number of the call too. */
  private boolean ask(Connection open, Call call) throws IOException {
    open.request(call, writer);
    long end = patience.clock().getAsLong() + patience.message().toNanos();
    if (!open.receive(() -> patience.clock().getAsLong() - end > 0)) {
      throw new IOException("no answer");
    }
    open.begin(reader);
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
          throw BackplaneException.because(
                  ErrorCode.ADDRESS_FAULT,
                  "the host has no buffer of %d bytes at 0x%x".formatted(bytes, address + done))
              .during("write to host memory")
              .build();
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
