package dev.backplane.xrt.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A host that has units of ap_ctrl_chain starts them itself, though there is a scheduler. */
class SchedulingTest {
  private static final int CONFIGURE = 2 << 23 | 7 << 12 | 1;
  private static final int CONFIGURED = 2 << 23 | 7 << 12 | 4;
  private static final int ERT = 1;
  private static final int DATAFLOW = 1 << 6;

  private final FakeDevice device = new FakeDevice();

  private static void write(RegisterSpace space, long address, int value) {
    ByteBuffer word = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, value);
    space.write(Call.WRITE_KERNEL_CTRL, address, word);
  }

  private static int read(RegisterSpace space, long address) {
    ByteBuffer word = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    space.read(Call.READ_KERNEL_CTRL, address, word);
    return word.getInt(0);
  }

  private RegisterSpace configured(Scheduling scheduling, int features) {
    device.schedules(scheduling);
    RegisterSpace space =
        new RegisterSpace(device, new DeviceState(device), FlightRecord.inMemory());
    write(space, scheduling.queue() + 0x14, features);
    write(space, scheduling.queue(), CONFIGURE);
    // The scheduler has done it.
    device.registers.put(scheduling.queue(), CONFIGURED);
    device.registers.put(scheduling.control(), 1);
    assertThat(read(space, scheduling.control())).isEqualTo(1);
    device.registers.put(scheduling.control(), 0);
    return space;
  }

  @ParameterizedTest
  @EnumSource(names = {"ERT", "ERT_30"})
  void slotsStandForUnitsThatTheHostStartsItself(Scheduling scheduling) {
    RegisterSpace space = configured(scheduling, ERT | DATAFLOW);
    device.accesses.clear();
    write(space, scheduling.queue() + 512, 1);
    write(space, scheduling.queue() + 40 * 512, 1);
    write(space, scheduling.queue() + 40 * 512, 0x10);
    assertThat(device.accesses).as("no command comes to the scheduler").isEmpty();
    assertThat(read(space, scheduling.control())).as("it looks at unit 0").isEqualTo(1 << 1);
    assertThat(read(space, scheduling.control() + 4)).as("and 39").isEqualTo(1 << 8);
    assertThat(read(space, scheduling.control() + 8)).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"ERT", "ERT_30"})
  void withoutSuchUnitsSlotsTakeCommands(Scheduling scheduling) {
    RegisterSpace space = configured(scheduling, ERT);
    write(space, scheduling.queue() + 512, 1);
    assertThat(device.accesses).contains("w %x 1".formatted(scheduling.queue() + 512));
    assertThat(read(space, scheduling.control())).isZero();
  }
}
