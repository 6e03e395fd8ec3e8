package dev.backplane.xrt.door;

import static dev.backplane.xrt.door.Messages.BASE;
import static dev.backplane.xrt.door.Messages.allocation;
import static dev.backplane.xrt.door.Messages.random;
import static dev.backplane.xrt.door.Messages.read;
import static dev.backplane.xrt.door.Messages.toDevice;
import static dev.backplane.xrt.door.Messages.toHost;
import static dev.backplane.xrt.door.Messages.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The copy engine, as XRT's shim drives it. */
@Timeout(600)
class CopyUnitTest {
  private static final long ENGINE = 0x60_0002_0000L;
  private static final int BYTES = 12_288;

  @TempDir private Path folder;

  /** Arguments and then the start, as the shim writes them, and a look at whether it is done. */
  private static Map<Integer, Object> copy(Host host, long from, long to, int bytes)
      throws IOException {
    ByteBuffer registers = ByteBuffer.allocate(36).order(ByteOrder.LITTLE_ENDIAN);
    registers.putLong(0x10, from).putLong(0x18, to).putInt(0x20, bytes);
    assertThat(host.call(9, write(ENGINE, registers.array()))).containsEntry(1, 1L);
    host.call(9, write(ENGINE, new byte[] {1, 0, 0, 0}));
    return host.call(11, read(ENGINE, 4));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 12288",
    "5, 131, 4093",
    "4096, 8192, 4096",
    "12287, 0, 1",
    "0, 12287, 1",
    "7, 9, 0"
  })
  void allOffsetsAndSizesAreCopiedToTheByte(int from, int to, int bytes) throws Exception {
    try (Host host = new Host(folder)) {
      byte[] expected = new byte[BYTES];
      System.arraycopy(random(BYTES), from, expected, to, bytes);
      host.call(4, allocation(BASE, BYTES));
      host.call(4, allocation(BASE << 1, BYTES));
      host.call(6, toDevice(BASE, random(BYTES), 0));
      assertThat(copy(host, BASE + from, (BASE << 1) + to, bytes))
          .containsEntry(2, new byte[] {6, 0, 0, 0});
      assertThat(host.call(7, toHost(BASE << 1, BYTES, 0))).containsEntry(2, expected);
      assertThat(host.call(7, toHost(BASE, BYTES, 0))).containsEntry(2, random(BYTES));
    }
  }

  @ParameterizedTest
  @CsvSource({"100, 70003", "70003, 100", "0, 1", "1, 0", "3, 3"})
  void aRangeMayOverlapItself(int from, int to) throws Exception {
    try (Host host = new Host(folder)) {
      int all = 1 << 20;
      int bytes = all - Math.max(from, to);
      byte[] expected = random(all);
      System.arraycopy(random(all), from, expected, to, bytes);
      host.call(4, allocation(BASE, all));
      host.call(6, toDevice(BASE, random(all), 0));
      copy(host, BASE + from, BASE + to, bytes);
      assertThat(host.call(7, toHost(BASE, all, 0))).containsEntry(2, expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 12288", "1, 0, 12288", "0, 0, -1", "99999, 0, 64", "0, -64, 64"})
  void aCopyOutsideOfABufferEndsTheProgramWithTheReason(long from, long to, int bytes)
      throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, BYTES));
      host.call(4, allocation(BASE << 1, BYTES));
      // It never reads that the copy has ended.
      assertThat(copy(host, BASE + from, (BASE << 1) + to, bytes)).containsEntry(2, new byte[4]);
      assertThat(host.record.seen().fault()).contains("ADDRESS_FAULT");
    }
  }

  @Test
  void aBufferThatWasFreedIsNone() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(4, allocation(BASE, BYTES));
      host.call(4, allocation(BASE << 1, BYTES));
      host.call(5, new Host.Message().number(1, BASE << 1).done());
      assertThat(copy(host, BASE, BASE << 1, 64)).containsEntry(2, new byte[4]);
      assertThat(host.record.seen().fault()).contains("ADDRESS_FAULT");
    }
  }

  @Test
  void moreThanItsRegistersIsRefused() throws Exception {
    try (Host host = new Host(folder)) {
      host.call(9, write(ENGINE + 60, new byte[8]));
      assertThat(host.record.seen().fault()).contains("OUT_OF_RANGE");
    }
  }
}
