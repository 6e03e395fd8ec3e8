package dev.backplane.doors.xrt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import dev.backplane.doors.xrt.Host.Message;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SessionTest {
  private static final long BASE = 0x4_0000_0000L;
  private static final long UNIT = 0x180_0000;
  private static final byte[] EMPTY = {};

  @TempDir private Path folder;

  private static byte[] allocation(long address, long bytes) {
    return new Message().number(1, address).number(2, bytes).number(3, 0).done();
  }

  private static byte[] toDevice(long dest, byte[] data, long seek) {
    return new Message()
        .bytes(2, new byte[] {1, 2, 3})
        .number(3, dest)
        .bytes(4, data)
        .number(5, data.length)
        .number(6, seek)
        .number(7, 0)
        .done();
  }

  private static byte[] toHost(long src, int size, long skip) {
    return new Message()
        .bytes(2, new byte[] {1, 2, 3})
        .bytes(3, new byte[size])
        .number(4, src)
        .number(5, size)
        .number(6, skip)
        .done();
  }

  private static byte[] write(long address, byte[] data) {
    return new Message().number(2, address).number(3, data.length).bytes(4, data).done();
  }

  private static byte[] read(long address, int size) {
    return new Message().number(2, address).number(3, size).done();
  }

  private static byte[] random(int bytes) {
    byte[] data = new byte[bytes];
    new Random(7).nextBytes(data);
    return data;
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    try (Host host = new Host(folder)) {
      byte[] data = random(4096);
      assertThat(host.call(4, allocation(BASE, 4096))).containsEntry(1, 1L).doesNotContainKey(2);
      assertThat(host.call(6, toDevice(BASE, data, 0))).containsEntry(1, 4096L);
      assertThat(host.call(7, toHost(BASE, 4096, 0)))
          .containsEntry(1, 4096L)
          .containsEntry(2, data);
      assertThat(host.call(5, new Message().number(1, BASE).done())).containsEntry(1, 1L);
      assertThat(host.device.ranges).isEmpty();
    }
  }

  @Test
  void aHostThatReadsFreedMemoryAgainAndAgainIsToldOnceAndCounted() throws Exception {
    Host host = new Host(folder);
    try (host) {
      for (int i = 0; i < 500; i++) {
        assertThat(host.call(10, read(BASE, 64))).containsEntry(1, 0L);
      }
      assertThat(host.log).hasSize(1);
    }
    assertThat(host.log).hasSize(2).last().asString().startsWith("499 more times: ");
  }

  @Test
  void aBufferThatIsToBeSharedHasAFile() throws Exception {
    try (Host host = new Host(folder)) {
      byte[] shared = new Message().number(1, BASE).number(2, 4096).number(3, 1).done();
      assertThat(host.call(4, shared))
          .containsEntry(1, 1L)
          .containsEntry(2, "/proc/77/fd/5".getBytes(StandardCharsets.UTF_8));
      assertThat(host.device.lent).isNotNull();
    }
  }

  @Test
  void aPartOfABufferIsAtItsBasePlusSeekOrSkip() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 4096));
      host.call(6, toDevice(BASE, new byte[] {5, 6, 7}, 100));
      assertThat(host.call(7, toHost(BASE, 5, 99))).containsEntry(2, new byte[] {0, 5, 6, 7, 0});
    }
  }

  @Test
  void aMessageMayBeMuchLargerThanTheOneBefore() throws Exception {
    try (Host host = new Host(folder)) {
      byte[] data = random(1 << 20);
      host.call(4, allocation(BASE, data.length));
      host.call(6, toDevice(BASE, data, 0));
      assertThat(host.call(7, toHost(BASE, data.length, 0))).containsEntry(2, data);
    }
  }

  @Test
  void bytesOfAMessageMayComeOneByOneAndTwoMessagesAtOnce() throws Exception {
    try (Host host = new Host(folder)) {
      for (byte each : Host.request(4, allocation(BASE, 64))) {
        host.raw(new byte[] {each});
      }
      assertThat(host.answer()).isEqualTo(new byte[] {8, 1});
      byte[] one = Host.request(9, write(UNIT + 16, new byte[] {1, 0, 0, 0}));
      byte[] two = Arrays.copyOf(one, 2 * one.length);
      System.arraycopy(one, 0, two, one.length, one.length);
      host.raw(two);
      assertThat(host.answer()).isEqualTo(new byte[] {8, 1});
      assertThat(host.answer()).isEqualTo(new byte[] {8, 1});
    }
  }

  @Test
  void registersAreWordsInTheOrderOfTheirAddresses() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(9, write(UNIT + 16, new byte[] {1, 0, 0, 0, 2, 0, 0, 0}));
      assertThat(host.device.accesses).endsWith("w 1800010 1", "w 1800014 2");
      assertThat(host.call(11, read(UNIT + 16, 8)))
          .containsEntry(1, 1L)
          .containsEntry(2, new byte[] {1, 0, 0, 0, 2, 0, 0, 0});
      assertThat(host.call(52, new Message().number(1, UNIT).number(2, 20).number(3, 4).done()))
          .containsEntry(2, new byte[] {2, 0, 0, 0});
      byte[] based =
          new Message().number(1, UNIT).number(2, 24).bytes(3, new byte[] {9, 0, 0, 0}).done();
      assertThat(host.call(51, based)).containsEntry(1, 1L);
      assertThat(host.device.registers).containsEntry(UNIT + 24, 9);
    }
  }

  @Test
  void rawMemoryIsReachedTooAndRefusedWhereThereIsNone() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 64));
      assertThat(host.call(8, write(BASE + 8, new byte[] {1, 2}))).containsEntry(1, 1L);
      assertThat(host.call(10, read(BASE + 8, 2))).containsEntry(2, new byte[] {1, 2});
      assertThat(host.call(8, write(BASE + 63, new byte[] {1, 2}))).containsEntry(1, 0L);
      assertThat(host.call(10, read(BASE + 64, 2))).containsEntry(1, 0L).doesNotContainKey(2);
    }
  }

  @Test
  void aRefusalThatTheShimPassesOnIsAnsweredToldToTheHostAndWrittenDown() throws Exception {
    try (Host host = new Host(folder)) {
      assertThat(host.call(9, write(FakeDevice.LAST_REGISTER, new byte[4]))).containsEntry(1, 0L);
      assertThat(host.call(11, read(FakeDevice.LAST_REGISTER, 4)))
          .containsEntry(1, 0L)
          .doesNotContainKey(2);
      assertThat(host.call(8, write(BASE, new byte[4]))).containsEntry(1, 0L);
      String told = text(host.call(19, EMPTY).get(1));
      assertThat(told.lines()).hasSize(3).allMatch(line -> line.startsWith("backplane: BP"));
      assertThat(told).contains("OUT_OF_RANGE", "'write kernel ctrl' at 0x1900000, 4 bytes");
      assertThat(host.call(19, EMPTY)).containsEntry(1, EMPTY);
      assertThat(host.log).hasSize(3);
      assertThat(host.record.seen().faults()).isEqualTo(3);
      assertThat(host.record.seen().fault()).contains("OUT_OF_RANGE");
    }
  }

  /** The shim does not look at the answers of these. */
  static Stream<Arguments> callsWhoseFailureIsLost() {
    return Stream.of(
        Arguments.of("allocation", 4, allocation(BASE, 1L << 40), "OUT_OF_RANGE"),
        Arguments.of("to device", 6, toDevice(BASE + 4096, new byte[8], 0), "ADDRESS_FAULT"),
        Arguments.of("to host", 7, toHost(BASE + 4096, 8, 0), "ADDRESS_FAULT"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("callsWhoseFailureIsLost")
  void aHostThatWouldTakeAFailedCopyForDoneIsEnded(
      String name, int call, byte[] payload, String code) throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 64));
      host.call(call, payload);
      expectEnd(host, code);
      assertThat(host.device.ranges).as(name).isEmpty();
    }
  }

  /** The host asks for messages, prints them, and dies of what it writes next. */
  private static void expectEnd(Host host, String words) throws Exception {
    assertThat(text(host.call(19, EMPTY).get(1))).startsWith("backplane: BP").contains(words);
    assertThatThrownBy(() -> host.call(11, read(UNIT, 4))).isInstanceOf(IOException.class);
    assertThatThrownBy(host::served)
        .cause()
        .isInstanceOf(BackplaneException.class)
        .hasMessageContaining(words);
    FlightRecord.Seen seen = host.record.seen();
    assertThat(seen.phase()).isEqualTo(FlightRecord.Phase.FAILED);
    assertThat(seen.fault()).contains(words);
    assertThat(seen.faults()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Scheduling.class,
      names = {"ERT", "ERT_30"})
  void aCommandThatFailedIsNeverSeenAsCompleted(Scheduling scheduling) throws Exception {
    FakeDevice device = new FakeDevice();
    device.schedules(scheduling);
    device.report.putAll(Map.of("fault", "none", "last failed command", "slot 33: no memory"));
    try (Host host = new Host(folder, Patience.USUAL, device)) {
      long status = scheduling.control();
      device.registers.put(scheduling.queue(), 4);
      device.registers.put(status, 1);
      assertThat(host.call(11, read(status, 4))).containsEntry(2, new byte[] {1, 0, 0, 0});
      device.registers.put(scheduling.queue() + 33 * 512L, 5);
      device.registers.put(status + 4, 2);
      assertThat(host.call(11, read(status + 4, 4))).containsEntry(2, new byte[4]);
      expectEnd(host, "slot 33 of the command queue has ended in state 5: slot 33: no memory");
    }
  }

  @Test
  void theQueueOfFirmware30IsReachedLikeMemory() throws Exception {
    FakeDevice device = new FakeDevice();
    device.schedules(Scheduling.ERT_30);
    long queue = Scheduling.ERT_30.queue();
    try (Host host = new Host(folder, Patience.USUAL, device)) {
      byte[] words = {1, 0, 0, 0, 2, 0, 0, 0};
      assertThat(host.call(6, toDevice(queue + 4, words, 0))).containsEntry(1, 8L);
      assertThat(device.registers).containsEntry(queue + 4, 1).containsEntry(queue + 8, 2);
      assertThat(host.call(7, toHost(queue + 4, 8, 0))).containsEntry(2, words);
      host.call(6, toDevice(queue, new byte[] {1, 0x10, 0, 0x10}, 0));
      assertThat(host.record.seen().commands()).isEqualTo(1);
    }
  }

  @Test
  void readingTheSameMemoryAgainIsNoProgress() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 64));
      host.call(7, toHost(BASE, 64, 0));
      long read = host.record.seen().lastProgress();
      Thread.sleep(5);
      host.call(7, toHost(BASE, 64, 0));
      assertThat(host.record.seen().lastProgress()).isEqualTo(read);
      host.call(6, toDevice(BASE, new byte[] {1}, 3));
      Thread.sleep(5);
      long written = host.record.seen().lastProgress();
      host.call(7, toHost(BASE, 64, 0));
      assertThat(host.record.seen().lastProgress()).isGreaterThan(written);
    }
  }

  @Test
  void aCommandThatItsHostHasAbortedIsNoFailure() throws Exception {
    FakeDevice device = new FakeDevice();
    device.schedules(Scheduling.ERT);
    try (Host host = new Host(folder, Patience.USUAL, device)) {
      device.registers.put(0x19_0200L, 6);
      device.registers.put(0x18_0000L, 2);
      assertThat(host.call(11, read(0x18_0000, 4))).containsEntry(2, new byte[] {2, 0, 0, 0});
    }
  }

  @Test
  void aRunThatFailedIsNeverSeenAsDoneOrIdle() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(9, write(UNIT, new byte[] {1, 0, 0, 0}));
      host.device.registers.put(UNIT, 6);
      // A code that other accesses are refused with too: here it is of what executes.
      host.device.failing = new BackplaneException(ErrorCode.OUT_OF_RANGE, "the kernel said so");
      assertThat(host.call(11, read(UNIT, 4))).containsEntry(1, 1L).containsEntry(2, new byte[4]);
      assertThat(host.call(11, read(UNIT, 4))).containsEntry(2, new byte[4]);
      assertThat(host.call(9, write(UNIT + 16, new byte[4]))).containsEntry(1, 1L);
      assertThat(host.device.registers).doesNotContainKey(UNIT + 16);
      expectEnd(host, "the kernel said so");
    }
  }

  @Test
  void aDeviceThatHasStoppedEndsItsHostWhateverItDoes() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 64));
      host.device.report.put("fault", "the bus hangs");
      host.device.health = Management.Health.FAULTED;
      assertThat(host.call(19, EMPTY)).containsEntry(1, EMPTY);
      expectEnd(host, "the device has stopped: the bus hangs");
    }
  }

  @Test
  void aHostThatDoesNotAskForMessagesIsEndedToo() throws Exception {
    try (Host host = new Host(folder)) {
      host.device.failing = new BackplaneException(ErrorCode.KERNEL_FAILED, "it threw");
      assertThatThrownBy(
              () -> {
                for (int look = 0; look < 1000; look++) {
                  assertThat(host.call(11, read(UNIT, 4))).containsEntry(2, new byte[4]);
                }
              })
          .isInstanceOf(IOException.class);
      assertThatThrownBy(host::served).hasMessageContaining("it threw");
    }
  }

  @Test
  void aHostThatAsksAgainAndAgainForARegisterThatIsNotThereIsEndedAndToldOnce() throws Exception {
    try (Host host = new Host(folder)) {
      assertThatThrownBy(
              () -> {
                for (int look = 0; look < 10_000; look++) {
                  host.call(11, read(FakeDevice.LAST_REGISTER, 4));
                }
              })
          .isInstanceOf(IOException.class);
      assertThatThrownBy(host::served).hasMessageContaining("no register at 0x1900000");
      assertThat(host.log).hasSize(2).last().asString().startsWith("255 more times: ");
    }
  }

  @Test
  void aHostThatLeavesAfterAFailureIsNotSaidToHaveEndedWell() throws Exception {
    try (Host host = new Host(folder)) {
      host.device.failing = new BackplaneException(ErrorCode.KERNEL_FAILED, "it threw");
      host.call(11, read(UNIT, 4));
      host.vanish();
      assertThatThrownBy(host::served).hasMessageContaining("it threw");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 18, 32, 33})
  void profilingIsAnsweredWithNothing(int call) throws Exception {
    try (Host host = new Host(folder)) {
      assertThat(host.call(call, EMPTY)).isEmpty();
    }
  }

  private static String text(@Nullable Object field) {
    return field instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
  }

  private static long time(Host host) throws IOException {
    return host.call(17, EMPTY).get(1) instanceof Long time ? time : 0;
  }

  @Test
  void theTimeOfTheDeviceGoesOn() throws Exception {
    try (Host host = new Host(folder)) {
      assertThat(time(host)).isLessThan(time(host));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 38, 39, 40, 41, 44, 45, 46, 47, 48, 49})
  void whatIsNotServedIsRefusedAndToldOnce(int call) throws Exception {
    try (Host host = new Host(folder)) {
      assertThat(host.call(call, EMPTY)).containsEntry(1, 0L);
      assertThat(host.call(call, EMPTY)).containsEntry(1, 0L);
      assertThat(host.log).singleElement().asString().contains("NOT_SUPPORTED");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {23, 24, 25, 26, 28, 29, 30, 31})
  void streamsAreAnsweredWithNothingAndToldOnce(int call) throws Exception {
    try (Host host = new Host(folder)) {
      assertThat(host.call(call, EMPTY)).isEmpty();
      assertThat(host.log).singleElement().asString().contains("NOT_SUPPORTED");
    }
  }

  @Test
  void settingsAreTakenWhateverTheirLength() throws Exception {
    try (Host host = new Host(folder)) {
      byte[] longKey =
          new Message()
              .bytes(1, "Debug.filler".getBytes(StandardCharsets.UTF_8))
              .bytes(2, "x".repeat(70_000).getBytes(StandardCharsets.UTF_8))
              .done();
      byte[] key =
          new Message()
              .bytes(1, "packet_size".getBytes(StandardCharsets.UTF_8))
              .bytes(2, "65536".getBytes(StandardCharsets.UTF_8))
              .done();
      assertThat(host.call(20, new Message().bytes(3, longKey).bytes(3, key).done()))
          .containsEntry(1, 1L);
      assertThat(host.call(4, allocation(BASE, 8))).containsEntry(1, 1L);
    }
  }

  @Test
  void closingEndsTheSessionButNotAsTheFirstCall() throws Exception {
    try (Host host = new Host(folder)) {
      assertThat(host.call(1, new Message().number(3, 0).done())).containsEntry(1, 1L);
      host.call(4, allocation(BASE, 64));
      assertThat(host.call(1, new Message().number(3, 0).done())).containsEntry(1, 1L);
      assertThat(host.served()).isTrue();
      assertThat(host.device.ranges).isEmpty();
      assertThat(host.record.seen().phase()).isEqualTo(FlightRecord.Phase.ENDED);
    }
  }

  @Test
  void aHostThatVanishesLeavesNothingBehind() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 64));
      host.call(4, allocation(BASE + 4096, 64));
      host.vanish();
      assertThat(host.served()).isFalse();
      assertThat(host.device.ranges).isEmpty();
    }
  }

  @Test
  void buffersOfOtherDevicesAreReachedThroughTheirFiles() throws Exception {
    Path shared = Files.write(folder.resolve("shared"), random(8192));
    byte[] name = shared.toString().getBytes(StandardCharsets.UTF_8);
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 4096));
      assertThat(host.call(27, new Message().bytes(1, name).number(3, 8192).done()))
          .containsEntry(1, 1L);
      byte[] from =
          new Message()
              .number(1, BASE)
              .bytes(2, name)
              .number(3, 100)
              .number(4, 4000)
              .number(5, 10)
              .done();
      assertThat(host.call(50, from)).containsEntry(1, 1L);
      assertThat(host.call(7, toHost(BASE, 100, 10)))
          .containsEntry(2, Arrays.copyOfRange(random(8192), 4000, 4100));
      byte[] to =
          new Message()
              .number(1, BASE)
              .bytes(2, name)
              .number(3, 100)
              .number(4, 10)
              .number(5, 0)
              .done();
      assertThat(host.call(22, to)).containsEntry(1, 1L);
      assertThat(Arrays.copyOf(Files.readAllBytes(shared), 100))
          .isEqualTo(Arrays.copyOfRange(random(8192), 4000, 4100));
    }
  }

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
  void whatIsNoMessageEndsTheConnectionWithACodedError(String name, byte[] bytes, String says)
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
    Patience short_ = new Patience(System::nanoTime, Duration.ofMillis(1), Duration.ofMillis(50));
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
