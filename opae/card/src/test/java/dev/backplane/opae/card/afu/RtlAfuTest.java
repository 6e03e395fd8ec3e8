package dev.backplane.opae.card.afu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BusAddress;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.card.Afu;
import dev.backplane.opae.card.AfuHost;
import dev.backplane.opae.card.config.CardConfig;
import dev.backplane.rtl.cardkit.AcceleratorSource;
import dev.backplane.rtl.cardkit.EngineOptions;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accelerators in RTL between two steps of their card. */
final class RtlAfuTest {
  private static final int RING = 0x110;

  /** Counts interrupts. */
  private static final class Counting implements AfuHost {
    private final long[] counts = new long[AfuExecution.INTERRUPTS];

    @Override
    public void read(long ioAddress, MemorySegment target) {
      throw new AssertionError("it reads no memory");
    }

    @Override
    public void write(long ioAddress, MemorySegment source) {
      throw new AssertionError("it writes no memory");
    }

    @Override
    public void interrupt(int vector) {
      counts[vector]++;
    }
  }

  private static CardConfig card(Path image) {
    return new CardConfig(
        "card0",
        new BusAddress(0, CardConfig.FIRST_BUS, 0, 0),
        false,
        Gbs.CARD_INTERFACE,
        new AcceleratorSource(Optional.empty(), Optional.of(image), EngineOptions.USUAL),
        Map.of(),
        Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"axi", "ccip"})
  void interruptsThatWereRaisedSinceTheLastStepAreAllTold(String bus) {
    Path image = Path.of("src/test/rtl/bell_" + bus + ".gbs").toAbsolutePath();
    Counting host = new Counting();
    try (Afu bell = AfuLoader.powerUp(card(image)).make(new IoSpace())) {
      bell.connect(host);
      bell.reset();
      for (int i = 0; i < 50; i++) {
        bell.write(RING, Long.BYTES, i % 5 == 0 ? 3 : 1);
      }
      while (bell.advance()) {
        // Until it has nothing to do.
      }
      assertThat(host.counts).containsExactly(0, 40, 0, 10);
    }
  }
}
