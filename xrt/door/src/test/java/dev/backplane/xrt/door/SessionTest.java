package dev.backplane.xrt.door;

import static dev.backplane.xrt.door.Messages.BASE;
import static dev.backplane.xrt.door.Messages.EMPTY;
import static dev.backplane.xrt.door.Messages.UNIT;
import static dev.backplane.xrt.door.Messages.allocation;
import static dev.backplane.xrt.door.Messages.random;
import static dev.backplane.xrt.door.Messages.read;
import static dev.backplane.xrt.door.Messages.toDevice;
import static dev.backplane.xrt.door.Messages.toHost;
import static dev.backplane.xrt.door.Messages.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.xrt.door.Host.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class SessionTest {
  @TempDir private Path folder;

  @Test
  void readsBackWrittenBytes() throws Exception {
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

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 18, 32, 33})
  void profilingIsAnsweredWithNothing(int call) throws Exception {
    try (Host host = new Host(folder)) {
      assertThat(host.call(call, EMPTY)).isEmpty();
    }
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
  void refusesUnsupportedCallsAndReportsThemOnce(int call) throws Exception {
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
      assertThat(host.record.seen().phase()).isEqualTo(FlightRecord.Phase.ENDED);
    }
  }

  @Test
  void aHostThatVanishesLeavesNothingBehindOnceItsKernelsHaveEnded() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, 64));
      host.call(4, allocation(BASE + 4096, 64));
      host.vanish();
      assertThat(host.served()).isFalse();
      // By its device, not by the door: kernels may still be at work when a host vanishes.
      assertThat(host.device.released).isEmpty();
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
}
