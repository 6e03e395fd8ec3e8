package dev.backplane.opae.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Registers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts are counted, however quickly they come. */
final class InterruptsTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String KEEPING =
      "{\"cards\": [{\"afu\": \"%s\"}]}".formatted(KeepingAfu.class.getName());

  private static long counted(EventStream stream, long expected) {
    long sum = 0;
    while (sum < expected) {
      sum += stream.next(SOON).map(DeviceEvent.Interrupt.class::cast).orElseThrow().count();
    }
    return sum;
  }

  @Test
  void thoseOfAnAcceleratorInJavaAreCountedForEachHolder() {
    try (OpaeCard card = OpaeCard.of(KEEPING);
        Device one = card.accelerator();
        Device other = card.accelerator();
        EventStream first = one.facet(Events.class).subscribeInterrupt(1);
        EventStream second = other.facet(Events.class).subscribe()) {
      Registers registers = one.facet(Registers.class);
      for (int i = 0; i < 100; i++) {
        registers.write64(KeepingAfu.RING_OFTEN, 1000);
      }
      assertThat(counted(first, 100_000)).isEqualTo(100_000);
      assertThat(counted(second, 100_000)).isEqualTo(100_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"axi", "ccip"})
  void thoseOfAnAcceleratorInRtlAreCounted(String bus) {
    String bell = "{\"cards\": [{\"image\": \"%s\"}]}".formatted(OpaeCard.bell(bus));
    try (OpaeCard card = OpaeCard.of(bell);
        Device accelerator = card.accelerator();
        EventStream interrupts = accelerator.facet(Events.class).subscribeInterrupt(2)) {
      Registers registers = accelerator.facet(Registers.class);
      for (int i = 0; i < 500; i++) {
        registers.write64(OpaeCard.RING, 2);
      }
      assertThat(counted(interrupts, 500)).isEqualTo(500);
    }
  }
}
