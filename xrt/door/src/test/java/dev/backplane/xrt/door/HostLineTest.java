package dev.backplane.xrt.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.protobuf.FieldReader;
import dev.backplane.protobuf.FieldWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class HostLineTest {
  private static final int PAGE = 4096;
  private static final long BANK = 0x40_0000_0000L;

  @TempDir private Path folder;

  /**
   * The host's side, with its manners: a read across the end of a buffer is not valid, a read where
   * no buffer is gives zeros, and each answer has as many bytes as were asked for.
   */
  private static final class Listening implements AutoCloseable {
    private final ServerSocketChannel server;
    private final TreeMap<Long, byte[]> buffers = new TreeMap<>();
    private final AtomicLong asked = new AtomicLong();
    private volatile boolean overran;

    Listening(Path socket) throws IOException {
      server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(HostLine.socket(socket)));
      Thread.ofPlatform().daemon().start(this::serve);
    }

    private void serve() {
      try (SocketChannel device = server.accept()) {
        while (true) {
          ByteBuffer header = read(device, 14);
          if (header.getInt(10) == Call.CLOSE.number()) {
            return;
          }
          FieldReader reader = new FieldReader();
          ByteBuffer payload = read(device, (int) header.getLong(1));
          reader.begin(payload, 0, payload.limit());
          long[] numbers = new long[4];
          byte[] data = {};
          for (int field = reader.next(); field != 0; field = reader.next()) {
            if (field == 3) {
              data = new byte[reader.length()];
              payload.get(reader.start(), data);
            } else {
              numbers[field] = reader.number();
            }
          }
          FieldWriter writer = FieldWriter.behindHeader(14);
          if (header.getInt(10) == Call.READ_HOST_MEMORY.number()) {
            byte[] answer = new byte[(int) numbers[2]];
            asked.addAndGet(answer.length);
            writer.flag(1, copy(numbers[1], answer, answer.length, false));
            writer.room(2, answer.length).put(answer);
          } else {
            writer.flag(1, copy(numbers[1], data, numbers[2], true));
          }
          int size = writer.size();
          ByteBuffer out = writer.finished();
          out.put(0, (byte) 9).putLong(1, size).put(9, (byte) 0x15).putInt(10, header.getInt(10));
          while (out.hasRemaining()) {
            device.write(out);
          }
        }
      } catch (IOException gone) {
        Thread.currentThread().interrupt();
      }
    }

    private boolean copy(long address, byte[] data, long bytes, boolean in) {
      Map.Entry<Long, byte[]> buffer = buffers.floorEntry(address);
      if (buffer == null || address - buffer.getKey() >= buffer.getValue().length) {
        return true;
      }
      int from = (int) (address - buffer.getKey());
      if (from + bytes > buffer.getValue().length) {
        return false;
      }
      if (bytes > data.length) {
        // The host copies what it was told, whatever it got.
        overran = true;
        return true;
      }
      if (in) {
        System.arraycopy(data, 0, buffer.getValue(), from, data.length);
      } else {
        System.arraycopy(buffer.getValue(), from, data, 0, data.length);
      }
      return true;
    }

    private static ByteBuffer read(SocketChannel socket, int bytes) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
      while (buffer.hasRemaining()) {
        if (socket.read(buffer) < 0) {
          throw new IOException("closed");
        }
      }
      return buffer.flip();
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private static byte[] numbered(int bytes) {
    byte[] data = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      data[i] = (byte) (i * 31 + i / PAGE + 1);
    }
    return data;
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "3, 1", "7, 0", "8, 7", "300, 0", "600, 11"})
  void aBufferOfTheHostIsReadToItsEndAndNoFarther(int pages, int from) throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      byte[] content = numbered(pages * PAGE);
      host.buffers.put(BANK, content);
      host.buffers.put(BANK + pages * (long) PAGE, new byte[PAGE]);
      byte[] seen = fetch(line, BANK + from * (long) PAGE, 1L << 30).toArray(ValueLayout.JAVA_BYTE);
      assertThat(seen).isEqualTo(Arrays.copyOfRange(content, from * PAGE, content.length));
    }
  }

  private static MemorySegment fetch(HostLine line, long address, long most) {
    return line.fetch(address, most, most, Arena.ofAuto());
  }

  /** Whatever the size of the bank; what was written to the device is zeros at first. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1073741824",
    "3, 1, 1073741824",
    "600, 11, 1073741824",
    "5, 0, 4294967296",
    "600, 11, 17179869184",
    "300, 0, 1228800"
  })
  void aBufferOfZerosIsOneAndReadToItsEnd(int pages, int from, long bank) throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      host.buffers.put(BANK, new byte[pages * PAGE]);
      host.buffers.put(BANK + pages * (long) PAGE, numbered(PAGE));
      long start = from * (long) PAGE;
      MemorySegment seen = fetch(line, BANK + start, bank - start);
      assertThat(seen.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(new byte[(pages - from) * PAGE]);
      assertThat(host.overran).isFalse();
    }
  }

  @Test
  void zerosAtTheBeginningAreFollowedByWhatTheBufferHolds() throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      byte[] content = new byte[3 << 20];
      System.arraycopy(numbered(PAGE), 0, content, content.length - PAGE, PAGE);
      host.buffers.put(BANK, content);
      assertThat(fetch(line, BANK, 16L << 30).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(content);
      assertThat(host.overran).isFalse();
    }
  }

  @Test
  void whereNoBufferIsNothingIsReadButAPage() throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      host.buffers.put(BANK + (64 << 20), numbered(PAGE));
      assertThat(fetch(line, BANK, 1L << 30).byteSize()).isZero();
      assertThat(host.asked.get()).isEqualTo(PAGE);
      assertThat(host.overran).isFalse();
    }
  }

  /** Another copy begins inside of the same buffer: a write must not be held there. */
  @Test
  void noWriteIsTriedThatABufferCouldHold() throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      host.buffers.put(BANK, new byte[9 * PAGE]);
      assertThat(line.fetch(BANK, 5 * PAGE, 8L << 30, Arena.ofAuto()).byteSize())
          .isEqualTo(5 * PAGE);
      assertThat(host.overran).isFalse();
    }
  }

  /** A transfer of more than any fixed limit that an int or a gigabyte would be. */
  @Test
  @Tag("nightly")
  void aBufferOfMoreThanAGigabyteIsReadToItsEnd() throws Exception {
    Path socket = folder.resolve("s");
    try (Arena arena = Arena.ofConfined();
        Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      byte[] content = new byte[(1 << 30) + 5 * PAGE];
      content[content.length - 1] = 7;
      host.buffers.put(BANK, content);
      MemorySegment seen = line.fetch(BANK, 8L << 30, 8L << 30, arena);
      assertThat(seen.byteSize()).isEqualTo(content.length);
      assertThat(seen.get(ValueLayout.JAVA_BYTE, content.length - 1)).isEqualTo((byte) 7);
    }
  }

  @Test
  void aBufferThatNoMemoryHasRoomForIsRefusedWithAWord() throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      host.buffers.put(BANK, numbered(3 * PAGE));
      assertThatThrownBy(
              () ->
                  line.fetch(
                      BANK,
                      1L << 30,
                      1L << 30,
                      (bytes, alignment) -> {
                        throw new OutOfMemoryError(bytes + " bytes");
                      }))
          .isInstanceOfSatisfying(
              BackplaneException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_HOST_MEMORY));
      // The line is as good as before.
      assertThat(fetch(line, BANK, 1L << 30).byteSize()).isEqualTo(3 * PAGE);
    }
  }

  @Test
  void noMoreIsReadThanThereCanBe() throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      host.buffers.put(BANK, numbered(9 * PAGE));
      assertThat(fetch(line, BANK, 5 * PAGE).byteSize()).isEqualTo(5 * PAGE);
    }
  }

  @Test
  void writesIntoTheBufferOrRefuses() throws Exception {
    Path socket = folder.resolve("s");
    try (Listening host = new Listening(socket);
        HostLine line = new HostLine(socket, WaitTimes.USUAL)) {
      byte[] content = new byte[3 << 20];
      host.buffers.put(BANK, content);
      byte[] data = numbered(content.length - 10);
      line.store(BANK + 10, MemorySegment.ofArray(data));
      assertThat(Arrays.copyOfRange(content, 10, content.length)).isEqualTo(data);
      assertThatThrownBy(
              () -> line.store(BANK + content.length - 4, MemorySegment.ofArray(new byte[8])))
          .isInstanceOfSatisfying(
              BackplaneException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.ADDRESS_FAULT));
    }
  }

  @Test
  void aHostThatDoesNotListenIsGivenUp() {
    AtomicLong clock = new AtomicLong();
    WaitTimes patience =
        new WaitTimes(
            () -> clock.addAndGet(1_000_000_000), Duration.ofNanos(1), Duration.ofSeconds(1));
    try (HostLine line = new HostLine(folder.resolve("s"), patience)) {
      assertThatThrownBy(() -> fetch(line, BANK, PAGE))
          .isInstanceOfSatisfying(
              BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LINK_LOST))
          .hasMessageContaining("does not listen");
    }
  }
}
