package dev.backplane.capi.door;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Requests and answers of a connection. Used by one thread. */
final class Exchange {
  /** The most bytes of a payload; no request has so many. */
  static final int LONGEST = 16 << 10;

  private static final int HEADER = 2 * Integer.BYTES;

  /** The most bytes of a reason, which are more than fit a line. */
  private static final int LONGEST_REASON = 1024;

  private final SocketChannel channel;
  private final ByteBuffer in;
  private final ByteBuffer out;
  private String reason = "";
  private int operation;

  /** The number of bytes in the buffer; the request has those up to {@link #end}. */
  private int filled;

  private int end;

  /**
   * The buffers for a request and its answer.
   *
   * @param in the bytes received
   * @param out the bytes to send
   */
  record Buffers(ByteBuffer in, ByteBuffer out) {
    Buffers() {
      this(buffer(), buffer());
    }

    private static ByteBuffer buffer() {
      return ByteBuffer.allocateDirect(HEADER + LONGEST).order(ByteOrder.nativeOrder());
    }
  }

  Exchange(SocketChannel channel, Buffers buffers) {
    this.channel = channel;
    in = buffers.in();
    out = buffers.out();
  }

  /**
   * Waits for a request.
   *
   * @return false if the client has gone
   * @throws IOException if what comes is no request, or the connection broke
   */
  boolean receive() throws IOException {
    // What came with the last request and is none of it begins the next.
    in.limit(filled).position(end);
    in.compact();
    filled = in.position();
    end = HEADER;
    if (!fill()) {
      return false;
    }
    operation = in.getInt(0);
    int length = in.getInt(Integer.BYTES);
    if (length < 0 || length > LONGEST) {
      throw new IOException("a request of %d bytes".formatted(length));
    }
    end = HEADER + length;
    fill();
    in.limit(end).position(HEADER);
    out.clear().position(HEADER);
    reason = "";
    return true;
  }

  /** {@return whether a client that waits for an answer has gone} */
  boolean hasEnded() throws IOException {
    channel.configureBlocking(false);
    try {
      return channel.read(ByteBuffer.allocate(1)) != 0;
    } finally {
      channel.configureBlocking(true);
    }
  }

  /** Reads what there is, until the request is there; false if the client went before it. */
  private boolean fill() throws IOException {
    while (filled < end) {
      in.limit(in.capacity()).position(filled);
      int bytes = channel.read(in);
      if (bytes < 0 && filled == 0) {
        return false;
      }
      if (bytes < 0) {
        throw new EOFException("the client ended in the middle of a request");
      }
      filled += bytes;
    }
    return true;
  }

  /** {@return the number of the operation that was asked for} */
  int operation() {
    return operation;
  }

  /** {@return the payload of the request} */
  ByteBuffer request() {
    return in;
  }

  /** {@return the payload of the request as text} */
  String text() {
    return StandardCharsets.UTF_8.decode(in).toString();
  }

  /** {@return the buffer for the payload of the answer} */
  ByteBuffer answer() {
    return out;
  }

  /** Puts a text into the answer. */
  void answer(String text) {
    out.put(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Says why a request is refused.
   *
   * @return the error number
   */
  int refused(int errno, String why) {
    reason = why;
    return errno;
  }

  /** Answers with an error number and why, or with 0 and what was put into the answer. */
  void send(int errno) throws IOException {
    if (errno != 0) {
      out.clear().position(HEADER);
      byte[] text = reason.getBytes(StandardCharsets.UTF_8);
      out.put(text, 0, Math.min(text.length, LONGEST_REASON));
    }
    out.putInt(0, errno).putInt(Integer.BYTES, out.position() - HEADER);
    out.flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }
}
