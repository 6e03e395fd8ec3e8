package dev.backplane.xrt.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordTest {
  private static final long UNIT = 0x180_0000;

  private final FakeDevice device = new FakeDevice();
  private final AtomicLong millis = new AtomicLong(1000);
  private final FlightRecord record = FlightRecord.inMemory(millis::get);
  private final RegisterSpace registers = registersOfAScheduler();

  private RegisterSpace registersOfAScheduler() {
    device.schedules(Scheduling.ERT);
    return new RegisterSpace(device, new DeviceState(device), record);
  }

  private void write(long address, int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    registers.write(Call.WRITE_KERNEL_CTRL, address, bytes.flip());
  }

  private void read(long address) {
    registers.read(
        Call.READ_KERNEL_CTRL, address, ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN));
  }

  @Test
  void startsAndCompletionsOfUnitsAreCounted() {
    write(UNIT + 0x10, 7);
    write(UNIT, 1);
    assertThat(record.seen().busy()).isTrue();
    device.registers.put(UNIT, 6);
    read(UNIT);
    assertThat(record.seen().busy()).isFalse();
    assertThat(record.seen().units()).containsExactly(new FlightRecord.Unit(UNIT, 1, 1, 6));
  }

  @Test
  void askingAgainIsNoProgress() {
    write(UNIT, 1);
    millis.set(5000);
    read(UNIT);
    assertThat(record.seen().lastProgress()).isEqualTo(1000);
    assertThat(record.seen().lastCall()).isEqualTo(5000);
    device.registers.put(UNIT, 6);
    read(UNIT);
    assertThat(record.seen().lastProgress()).isEqualTo(5000);
  }

  @Test
  void commandsOfTheQueueAreCountedByTheirHeadersAndStatusBits() {
    write(0x19_0004, 1, 2, 3);
    write(0x19_0000, 0x1000_1001);
    assertThat(record.seen().commands()).isEqualTo(1);
    assertThat(record.seen().busy()).isTrue();
    millis.set(2000);
    read(0x18_0000);
    assertThat(record.seen().lastProgress()).isEqualTo(1000);
    device.registers.put(0x19_0000L, 0x1000_1004);
    device.registers.put(0x18_0000L, 1);
    read(0x18_0000);
    assertThat(record.seen().retired()).isEqualTo(1);
    assertThat(record.seen().busy()).isFalse();
    assertThat(record.seen().lastProgress()).isEqualTo(2000);
    assertThat(record.seen().units()).isEmpty();
  }

  @Test
  void anotherProcessReadsWhatTheLastCallsWere(@TempDir Path folder) {
    Path file = folder.resolve("door.flight");
    FlightRecord written = FlightRecord.at(file);
    written.begin("vadd.xclbin");
    for (int i = 0; i < 100; i++) {
      written.call(Call.COPY_HOST_TO_DEVICE.number(), i, 4096, true);
    }
    written.failed("it broke");
    FlightRecord.Seen seen = FlightRecord.read(file);
    assertThat(seen.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(seen.image()).isEqualTo("vadd.xclbin");
    assertThat(seen.calls()).isEqualTo(100);
    assertThat(seen.phase()).isEqualTo(FlightRecord.Phase.FAILED);
    assertThat(seen.fault()).isEqualTo("it broke");
    assertThat(seen.last()).hasSize(64);
    assertThat(seen.last().getLast()).contains("copy host to device at 0x63, 4096 bytes");
  }

  @Test
  void aNewHostBeginsANewRecord() {
    write(UNIT, 1);
    record.failed("it broke");
    record.begin("other");
    FlightRecord.Seen seen = record.seen();
    assertThat(seen.units()).isEmpty();
    assertThat(seen.calls()).isZero();
    assertThat(seen.faults()).isZero();
    assertThat(seen.fault()).isEmpty();
    assertThat(seen.image()).isEqualTo("other");
    assertThat(seen.pid()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void refusesAFileThatIsNoRecord(@TempDir Path folder) throws IOException {
    Path other = Files.write(folder.resolve("other"), new byte[20_000]);
    assertThatThrownBy(() -> FlightRecord.read(other))
        .isInstanceOf(BackplaneException.class)
        .hasMessageContaining("no record of a door");
    assertThatThrownBy(() -> FlightRecord.read(folder.resolve("none")))
        .isInstanceOf(BackplaneException.class);
  }
}
