package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.UnitReservations;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * UnitReservations on compute units, and commands as packets: words written as the format has them.
 */
@Needs(
    value = {Commands.class, UnitReservations.class, Memory.class},
    kernels = true)
public abstract class CommandsConformance extends Conformance {
  private static final ValueLayout.OfInt WORD =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int PAGE = 4096;
  private static final int COMPLETED = 4;

  /** A conformance class. */
  protected CommandsConformance() {}

  @Test
  void aPacketComputesWhatARunDoes() throws Exception {
    DriverDevice device = rig().open();
    Commands commands = rig().facet(device, Commands.class);
    UnitReservations contexts = rig().facet(device, UnitReservations.class);
    TestCase testCase = rig().testCase();
    Kernel kernel = rig().kernel(device, testCase);
    TestKernel ready = rig().ready(kernel, testCase);
    UnitReservations.Unit unit =
        contexts.units().stream()
            .filter(one -> one.kernel().equals(kernel.name()))
            .findFirst()
            .orElseThrow();
    try (UnitReservations.Reservation _ =
        contexts.open(unit.index(), UnitReservations.Sharing.SHARED)) {
      Buffer packet = packet(device, kernel, ready, unit.index());

      commands.submit(packet);

      assertThat(commands.await(Rig.DEADLINE)).as("the command has ended").isTrue();
      assertThat(packet.host().get(WORD, 0) & 0xf).as("state").isEqualTo(COMPLETED);
      assertThat(commands.await(Duration.ZERO)).as("another one has ended").isFalse();
      rig().close(packet);
    }
    ready.check();
  }

  @Test
  void withoutAContextNothingIsSubmitted() {
    DriverDevice device = rig().open();
    Commands commands = rig().facet(device, Commands.class);
    TestCase testCase = rig().testCase();
    Kernel kernel = rig().kernel(device, testCase);
    Buffer packet = packet(device, kernel, rig().ready(kernel, testCase), 0);

    refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(packet));
  }

  @Test
  void aUnitThatIsNotThereHasNoContext() {
    DriverDevice device = rig().open();
    UnitReservations contexts = rig().facet(device, UnitReservations.class);
    rig().prepare(device);

    refuses(ErrorCode.OUT_OF_RANGE, () -> contexts.open(-1, UnitReservations.Sharing.SHARED));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> contexts.open(contexts.units().size(), UnitReservations.Sharing.SHARED));
  }

  /** A start of one unit: header, mask, and the register map with its control block. */
  private Buffer packet(DriverDevice device, Kernel kernel, TestKernel ready, int unit) {
    Memory memory = rig().facet(device, Memory.class);
    Buffer packet = rig().keep(memory.allocate(PAGE, Placement.of(Placement.Kind.COMMAND)));
    MemorySegment words = packet.host();
    long end = 0x10;
    words.set(WORD, 4, 1 << unit);
    for (Argument argument : kernel.arguments()) {
      long bits = argument.encode(ready.values().get(argument.index()));
      long at = 8 + argument.offset();
      words.set(WORD, at, (int) bits);
      if (argument.size() > Integer.BYTES) {
        words.set(WORD, at + 4, (int) (bits >>> 32));
      }
      end = Math.max(end, argument.offset() + Math.max(argument.size(), Integer.BYTES));
    }
    int count = 1 + (int) (end / Integer.BYTES);
    words.set(WORD, 0, 1 | count << 12);
    return packet;
  }
}
