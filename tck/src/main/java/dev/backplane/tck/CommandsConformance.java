package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.BufferRequest;
import dev.backplane.api.Commands;
import dev.backplane.api.Contexts;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Contexts on compute units, and commands as packets: words written as the format has them. */
public abstract class CommandsConformance extends Conformance {
  private static final ValueLayout.OfInt WORD =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int PAGE = 4096;
  private static final int COMPLETED = 4;

  /** A conformance class. */
  protected CommandsConformance() {}

  @Test
  void aPacketComputesWhatARunDoes() throws Exception {
    DriverDevice device = bench().open();
    Commands commands = bench().facet(device, Commands.class);
    Contexts contexts = bench().facet(device, Contexts.class);
    Work work = bench().work();
    Kernel kernel = bench().kernel(device, work);
    Job job = bench().job(kernel, work);
    Contexts.Unit unit =
        contexts.units().stream()
            .filter(one -> one.kernel().equals(kernel.name()))
            .findFirst()
            .orElseThrow();
    try (Contexts.Context _ = contexts.open(unit.index(), Contexts.Sharing.SHARED)) {
      Buffer packet = packet(device, kernel, job, unit.index());

      commands.submit(packet);

      assertThat(commands.await(Bench.DEADLINE)).as("the command has ended").isTrue();
      assertThat(packet.host().get(WORD, 0) & 0xf).as("state").isEqualTo(COMPLETED);
      assertThat(commands.await(Duration.ZERO)).as("another one has ended").isFalse();
      bench().close(packet);
    }
    job.check();
  }

  @Test
  void withoutAContextNothingIsSubmitted() {
    DriverDevice device = bench().open();
    Commands commands = bench().facet(device, Commands.class);
    Work work = bench().work();
    Kernel kernel = bench().kernel(device, work);
    Buffer packet = packet(device, kernel, bench().job(kernel, work), 0);

    refuses(ErrorCode.INVALID_ARGUMENT, () -> commands.submit(packet));
  }

  @Test
  void aUnitThatIsNotThereHasNoContext() {
    DriverDevice device = bench().open();
    Contexts contexts = bench().facet(device, Contexts.class);
    bench().prepare(device);

    refuses(ErrorCode.OUT_OF_RANGE, () -> contexts.open(-1, Contexts.Sharing.SHARED));
    refuses(
        ErrorCode.OUT_OF_RANGE,
        () -> contexts.open(contexts.units().size(), Contexts.Sharing.SHARED));
  }

  /** A start of one unit: header, mask, and the register map with its control block. */
  private Buffer packet(DriverDevice device, Kernel kernel, Job job, int unit) {
    Memory memory = bench().facet(device, Memory.class);
    Buffer packet =
        bench()
            .keep(
                memory.allocate(
                    BufferRequest.of(PAGE, memory.banks().getFirst().index())
                        .with(BufferFlag.COMMAND)));
    MemorySegment words = packet.host();
    long end = 0x10;
    words.set(WORD, 4, 1 << unit);
    for (Argument argument : kernel.arguments()) {
      long bits = argument.encode(job.values().get(argument.index()));
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
