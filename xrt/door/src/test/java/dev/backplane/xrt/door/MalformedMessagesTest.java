package dev.backplane.xrt.door;

import static dev.backplane.xrt.door.Messages.BASE;
import static dev.backplane.xrt.door.Messages.EMPTY;
import static dev.backplane.xrt.door.Messages.allocation;
import static dev.backplane.xrt.door.Messages.random;
import static dev.backplane.xrt.door.Messages.toDevice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.door.Host.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Hosts that send what is no message, or name files that are not there. */
@Timeout(600)
class MalformedMessagesTest {
  @TempDir private Path folder;

  @Test
  void aFileThatIsNotThereOrTooShortIsRefused() throws Exception {
    Path shared = Files.write(folder.resolve("shared"), new byte[10]);
    byte[] name = shared.toString().getBytes(StandardCharsets.UTF_8);
    byte[] missing = folder.resolve("missing").toString().getBytes(StandardCharsets.UTF_8);
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 4096));
      assertThat(host.call(27, new Message().bytes(1, missing).done())).containsEntry(1, 0L);
      assertThat(host.call(27, new Message().bytes(1, name).number(3, 11).done()))
          .containsEntry(1, 0L);
      byte[] more =
          new Message()
              .number(1, BASE)
              .bytes(2, name)
              .number(3, 8)
              .number(4, 3)
              .number(5, 0)
              .done();
      assertThat(host.call(50, more)).containsEntry(1, 0L);
    }
  }

  static Stream<Arguments> malformed() {
    byte[] header = Host.request(4, EMPTY);
    byte[] wrongTag = header.clone();
    wrongTag[0] = 0x0a;
    byte[] wrongCallTag = header.clone();
    wrongCallTag[9] = 0x16;
    byte[] huge = header.clone();
    Arrays.fill(huge, 1, 9, (byte) 0x7f);
    byte[] negative = header.clone();
    Arrays.fill(negative, 1, 9, (byte) 0xff);
    return Stream.of(
        Arguments.of("no header", wrongTag, "begins with 0x0a"),
        Arguments.of("no call", wrongCallTag, "0x16"),
        Arguments.of("too large", huge, "more than"),
        Arguments.of("larger than a long", negative, "more than"),
        Arguments.of("unknown call", Host.request(63, EMPTY), "no call 63"),
        Arguments.of("call beyond the table", Host.request(-1, EMPTY), "no call -1"),
        Arguments.of("device to host", Host.request(34, EMPTY), "from the device to the host"),
        Arguments.of("field cut off", Host.request(4, new byte[] {8}), "ends inside a field"),
        Arguments.of("field number 0", Host.request(4, new byte[] {0, 1}), "number 0"),
        Arguments.of("group", Host.request(4, new byte[] {11, 1}), "wire type 3"),
        Arguments.of(
            "endless number",
            Host.request(4, new byte[] {8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1}),
            "more than 10 bytes"),
        Arguments.of(
            "bytes beyond the end", Host.request(6, new byte[] {34, 100, 1}), "says it has 100"),
        Arguments.of(
            "bytes for a number", Host.request(4, new byte[] {10, 1, 1}), "number was expected"),
        Arguments.of(
            "a number for bytes", Host.request(6, new byte[] {32, 1}), "bytes were expected"),
        Arguments.of(
            "less data than said",
            Host.request(6, new Message().number(5, 100).bytes(4, new byte[8]).done()),
            "says 100 bytes and brings 8"),
        Arguments.of(
            "too much asked for",
            Host.request(7, new Message().number(5, 1L << 40).done()),
            "asks for"),
        Arguments.of(
            "a negative length", Host.request(11, new Message().number(3, -4).done()), "asks for"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void aMalformedMessageEndsTheConnectionWithACodedError(String name, byte[] bytes, String says)
      throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 64));
      host.raw(bytes);
      assertThatThrownBy(host::answer).as(name).isInstanceOf(IOException.class);
      assertThatThrownBy(host::served)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(BackplaneException.class)
          .hasMessageContaining("BP6002 MESSAGE_INVALID")
          .hasMessageContaining(says);
      assertThat(host.device.ranges).isEmpty();
      assertThat(host.record.seen().phase()).isEqualTo(FlightRecord.Phase.FAILED);
      assertThat(host.record.seen().fault()).contains(says);
    }
  }

  @Test
  void aMessageThatStopsHalfwayIsNotWaitedForLong() throws Exception {
    WaitTimes short_ = new WaitTimes(System::nanoTime, Duration.ofMillis(1), Duration.ofMillis(50));
    try (Host host = new Host(folder, short_)) {
      host.raw(Arrays.copyOf(Host.request(4, allocation(BASE, 64)), 16));
      assertThatThrownBy(host::served).hasMessageContaining("stopped after 16 of");
    }
  }

  @Test
  void aConnectionThatEndsInsideAMessageIsToldApart() throws Exception {
    try (Host host = new Host(folder)) {
      host.raw(new byte[] {9, 1});
      host.vanish();
      assertThatThrownBy(host::served).hasMessageContaining("ended inside a message");
    }
  }

  @Test
  void noBytesBringTheDoorDown() throws Exception {
    Random random = new Random(20);
    for (int i = 0; i < 60; i++) {
      Path own = Files.createDirectory(folder.resolve("h" + i));
      try (Host host = new Host(own)) {
        byte[] message = toDevice(BASE, random(32), 0);
        byte[] payload = Arrays.copyOf(message, message.length);
        for (int flips = 0; flips < 3; flips++) {
          payload[random.nextInt(payload.length)] ^= (byte) (1 << random.nextInt(8));
        }
        int[] calls = {4, 5, 6, 7, 8, 9, 10, 11, 20, 22, 27, 50, 51, 52};
        host.raw(Host.request(calls[random.nextInt(calls.length)], payload));
        @Nullable Map<Integer, Object> alive = null;
        try {
          host.answer();
          alive = host.call(19, EMPTY);
        } catch (IOException closed) {
          assertThatThrownBy(host::served)
              .as("message %d", i)
              .cause()
              .isInstanceOfSatisfying(
                  BackplaneException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_INVALID));
        }
        if (alive != null) {
          assertThat(alive).containsKey(1);
        }
      }
    }
  }
}
