package dev.backplane.xrt.door;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A host that speaks the protocol byte by byte, and a door that serves it from another thread. */
final class Host implements AutoCloseable {
  final FakeDevice device;
  final FlightRecord record = FlightRecord.inMemory();
  final List<String> log = new ArrayList<>();
  private final ServerSocketChannel listening;
  private final SocketChannel socket;
  private final CompletableFuture<Boolean> served = new CompletableFuture<>();

  Host(Path folder) throws IOException {
    this(folder, WaitTimes.USUAL);
  }

  Host(Path folder, WaitTimes patience) throws IOException {
    this(folder, patience, new FakeDevice());
  }

  Host(Path folder, WaitTimes patience, FakeDevice device) throws IOException {
    this.device = device;
    Path path = folder.resolve("s");
    listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listening.bind(UnixDomainSocketAddress.of(path));
    XrtDoor door = new XrtDoor(device, record, log::add, patience);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                boolean closed;
                try (device) {
                  closed = door.serveLauncher(path, Duration.ofSeconds(10));
                }
                served.complete(closed);
              } catch (RuntimeException e) {
                served.completeExceptionally(e);
              }
            });
    socket = listening.accept();
  }

  /** Sends bytes as they are. */
  void raw(byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    while (all.hasRemaining()) {
      socket.write(all);
    }
  }

  static byte[] request(int call, byte[] payload) {
    ByteBuffer all = ByteBuffer.allocate(14 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    all.put((byte) 0x09).putLong(payload.length).put((byte) 0x15).putInt(call).put(payload);
    return all.array();
  }

  /** Calls and gives the fields of the answer: numbers as Long, bytes as byte[]. */
  Map<Integer, Object> call(int call, byte[] payload) throws IOException {
    raw(request(call, payload));
    return fields(answer());
  }

  byte[] answer() throws IOException {
    ByteBuffer header = read(9);
    if (header.get(0) != 0x09) {
      throw new IOException("an answer begins with " + header.get(0));
    }
    return read((int) header.getLong(1)).array();
  }

  private ByteBuffer read(int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (socket.read(buffer) < 0) {
        throw new IOException("the door has closed the connection");
      }
    }
    return buffer.flip();
  }

  private static Map<Integer, Object> fields(byte[] answer) {
    Map<Integer, Object> fields = new HashMap<>();
    ByteBuffer left = ByteBuffer.wrap(answer);
    while (left.hasRemaining()) {
      long tag = varint(left);
      long number = varint(left);
      if ((tag & 7) == 0) {
        fields.put((int) (tag >>> 3), number);
      } else {
        byte[] bytes = new byte[(int) number];
        left.get(bytes);
        fields.put((int) (tag >>> 3), bytes);
      }
    }
    return fields;
  }

  private static long varint(ByteBuffer left) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = left.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /** {@return whether the door says that the host closed the device} */
  boolean served() throws Exception {
    return served.get(20, TimeUnit.SECONDS);
  }

  void vanish() throws IOException {
    socket.close();
  }

  /** Builds a message. */
  static final class Message {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message number(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message bytes(int field, byte[] value) {
      varint(((long) field << 3) | 2);
      varint(value.length);
      bytes.writeBytes(value);
      return this;
    }

    byte[] done() {
      return bytes.toByteArray();
    }

    private void varint(long value) {
      long left = value;
      while ((left & ~0x7fL) != 0) {
        bytes.write(((int) (left & 0x7f)) | 0x80);
        left >>>= 7;
      }
      bytes.write((int) left);
    }
  }

  /** Waits for the door too: it has let go of everything then. */
  @Override
  public void close() throws IOException {
    socket.close();
    listening.close();
    served.exceptionally(expected -> false).orTimeout(10, TimeUnit.SECONDS).join();
  }
}
