package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.protobuf.FieldReader;
import dev.backplane.protobuf.FieldWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;

/**
 * Messages over a stream socket. A request is a header of 14 bytes (tag 0x09, payload size in 8
 * bytes, tag 0x15, number of the call in 4) and a payload; a reply is a header of 9 bytes without
 * the number and a payload. Confined to the thread that serves it, but for {@link #close}.
 */
final class Connection implements AutoCloseable {
  static final int REQUEST_HEADER = 14;
  static final int REPLY_HEADER = 9;

  /** Messages grow with the host's packet size, 8 MiB if nothing is said. */
  static final int MOST_BYTES = 256 << 20;

  private static final byte SIZE_TAG = 0x09;
  private static final byte CALL_TAG = 0x15;
  private static final int CALL_TAG_AT = 9;
  private static final int CALL_AT = 10;
  private static final long NAP_MILLIS = 250;

  private final SocketChannel socket;
  private final Selector selector;
  private final SelectionKey key;
  private final WaitTimes patience;
  private ByteBuffer in = allocate(1 << 16);

  /** The same bytes with positions of its own, for reading the payload. */
  private ByteBuffer view = view(in);

  /**
   * The position of the first unread byte; the payload of the current message ends at {@link
   * #payloadEnd}.
   */
  private int read;

  private int payloadEnd;
  private int call;

  Connection(SocketChannel socket, WaitTimes patience) {
    this.socket = socket;
    this.patience = patience;
    try {
      socket.configureBlocking(false);
      selector = Selector.open();
      key = socket.register(selector, SelectionKey.OP_READ);
    } catch (IOException e) {
      throw new UncheckedIOException("preparing the socket", e);
    }
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer view(ByteBuffer buffer) {
    return buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Waits for the next request.
   *
   * @param stop asked now and then whether to give up
   * @return whether there is one; false if the peer has gone or the wait was given up
   */
  boolean receive(BooleanSupplier stop) throws IOException {
    return receive(REQUEST_HEADER, stop);
  }

  /** Waits for a message with a header of 14 or 9 bytes. */
  boolean receive(int headerBytes, BooleanSupplier stop) throws IOException {
    // What is left of the last message was payload; what lies behind it is the next.
    read = payloadEnd;
    if (read == in.position()) {
      in.clear();
      read = 0;
    }
    payloadEnd = read;
    if (!fill(1, stop, false)) {
      return false;
    }
    fill(headerBytes, stop, true);
    if (in.get(read) != SIZE_TAG
        || (headerBytes == REQUEST_HEADER && in.get(read + CALL_TAG_AT) != CALL_TAG)) {
      throw Malformed.because(
          "a header begins with 0x%02x%s"
              .formatted(
                  in.get(read),
                  headerBytes == REQUEST_HEADER
                      ? " and has 0x%02x before the call's number"
                          .formatted(in.get(read + CALL_TAG_AT))
                      : ""));
    }
    long size = in.getLong(read + 1);
    call = headerBytes == REQUEST_HEADER ? in.getInt(read + CALL_AT) : 0;
    if (size < 0 || size > MOST_BYTES) {
      throw Malformed.because(
          "call %d says it has %s bytes, more than %d MiB; is packet_size in xrt.ini larger?"
              .formatted(call, Long.toUnsignedString(size), MOST_BYTES >> 20));
    }
    fill(headerBytes + (int) size, stop, true);
    payloadEnd = read + headerBytes + (int) size;
    read += headerBytes;
    return true;
  }

  /** {@return the number of the call that was received} */
  int call() {
    return call;
  }

  /** {@return how many bytes its payload has} */
  int payloadBytes() {
    return payloadEnd - read;
  }

  /** {@return the buffer in which the payload lies; its positions are the reader's to change} */
  ByteBuffer payload() {
    return view;
  }

  /** Lets a reader begin with the payload. */
  void begin(FieldReader reader) {
    reader.begin(view, read, payloadEnd);
  }

  /** Sends what a writer holds with the header of a reply. */
  void reply(FieldWriter writer) throws IOException {
    int size = writer.size();
    ByteBuffer out = writer.finished();
    out.put(0, SIZE_TAG).putLong(1, size);
    send(out);
  }

  /** Sends what a writer holds as a request. */
  void request(Call which, FieldWriter writer) throws IOException {
    int size = writer.size();
    ByteBuffer out = writer.finished();
    out.put(0, SIZE_TAG).putLong(1, size).put(CALL_TAG_AT, CALL_TAG);
    out.putInt(CALL_AT, which.number());
    send(out);
  }

  /** Makes the peer's writes fail from now on; answers still reach it. */
  void refuseMore() throws IOException {
    socket.shutdownInput();
  }

  private void send(ByteBuffer out) throws IOException {
    long begun = 0;
    while (socket.write(out) >= 0 && out.hasRemaining()) {
      long now = patience.clock().getAsLong();
      begun = begun == 0 ? now : begun;
      if (now - begun > patience.message().toNanos()) {
        throw lost("the host does not take the answer");
      }
      sleep(SelectionKey.OP_WRITE);
    }
  }

  /** Reads until so many bytes from {@link #read} on are there. */
  private boolean fill(int bytes, BooleanSupplier stop, boolean begun) throws IOException {
    if (in.position() - read >= bytes) {
      return true;
    }
    if (in.capacity() - read < bytes) {
      makeRoom(bytes);
    }
    if (!begun && patience.spin().isZero()) {
      // The answer to the last request has just gone out: looking first would be in vain.
      sleep(SelectionKey.OP_READ);
    }
    long start = 0;
    while (in.position() - read < bytes) {
      int got = socket.read(in);
      if (got > 0) {
        start = 0;
      } else if (got < 0) {
        if (begun || in.position() > read) {
          throw lost(
              "the connection ended inside a message, after %d of %d bytes"
                  .formatted(in.position() - read, bytes));
        }
        return false;
      } else {
        long now = patience.clock().getAsLong();
        if (start == 0) {
          start = now;
        }
        if (now - start < patience.spin().toNanos()) {
          Thread.onSpinWait();
          continue;
        }
        if (begun && now - start > patience.message().toNanos()) {
          throw Malformed.because(
              "a message stopped after %d of %d bytes".formatted(in.position() - read, bytes));
        }
        if (!begun && stop.getAsBoolean()) {
          return false;
        }
        sleep(SelectionKey.OP_READ);
      }
    }
    return true;
  }

  private void makeRoom(int bytes) {
    ByteBuffer unread = in.duplicate().limit(in.position()).position(read);
    if (in.capacity() < bytes) {
      in = allocate(Math.max(bytes, 2 * in.capacity())).put(unread);
      view = view(in);
    } else {
      in.clear().put(unread);
    }
    payloadEnd -= read;
    read = 0;
  }

  private void sleep(int operation) throws IOException {
    key.interestOps(operation);
    selector.select(NAP_MILLIS);
    selector.selectedKeys().clear();
  }

  private static BackplaneException lost(String problem) {
    return BackplaneException.because(ErrorCode.LINK_LOST, problem)
        .during("serve XRT emulation")
        .remedy("Was the host stopped or killed? The device is free again")
        .build();
  }

  /** Ends it; a thread that waits in it sees the peer gone. */
  @Override
  public void close() {
    try (selector;
        socket) {
      selector.wakeup();
    } catch (IOException e) {
      System.getLogger(Connection.class.getName())
          .log(System.Logger.Level.DEBUG, "closing a connection", e);
    }
  }
}
