package dev.backplane.xrt.door;

import static dev.backplane.xrt.door.Messages.BASE;
import static dev.backplane.xrt.door.Messages.EMPTY;
import static dev.backplane.xrt.door.Messages.UNIT;
import static dev.backplane.xrt.door.Messages.allocation;
import static dev.backplane.xrt.door.Messages.read;
import static dev.backplane.xrt.door.Messages.text;
import static dev.backplane.xrt.door.Messages.toDevice;
import static dev.backplane.xrt.door.Messages.toHost;
import static dev.backplane.xrt.door.Messages.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a host is told, and when it is ended, when the device fails. */
@Timeout(600)
class FailuresOfTheDeviceTest {
  @TempDir private Path folder;

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
    try (Host host = new Host(folder, WaitTimes.USUAL, device)) {
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
    try (Host host = new Host(folder, WaitTimes.USUAL, device)) {
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
    try (Host host = new Host(folder, WaitTimes.USUAL, device)) {
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
}
