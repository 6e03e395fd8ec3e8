package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.ports.Wiring;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** More masters than fit into one word of the history. */
final class ManyMastersTest {
  private static final int MASTERS = 16;

  /** A kilobyte from address 0 on, which counts the lookups of each master. */
  private static final class Kilobyte implements BusMemory {
    private final Region region = new Region(0, MemorySegment.ofArray(new byte[1024]), true);
    private final int[] looks = new int[MASTERS];

    @Override
    public @Nullable Region find(String master, long address) {
      looks[Integer.parseInt(master.replaceAll("\\D", ""))]++;
      return region.contains(address) ? region : null;
    }

    @Override
    public String describe(String master, long address) {
      return "outside";
    }
  }

  private static KernelHarness harness(BusMemory memory, long last) {
    return VerilogKernels.harness(
        VerilogKernels.design("crowd", Map.of("LAST", Long.toString(last))),
        Wiring.NONE,
        ControlProtocol.AP_CTRL_NONE,
        memory,
        HarnessOptions.DEFAULT);
  }

  @Test
  void everyMasterIsServedOnce() {
    Kilobyte memory = new Kilobyte();
    try (KernelHarness harness = harness(memory, 960)) {
      harness.reset();
      harness.advance(64);
      assertThat(memory.looks).containsOnly(1);
      assertThat(harness.statistics())
          .hasSize(MASTERS)
          .allSatisfy(
              port -> {
                assertThat(port.read().bursts()).isEqualTo(1);
                assertThat(port.read().beats()).isEqualTo(1);
              });
      assertThat(harness.idleCycles()).isBetween(20L, 64L);
    }
  }

  @Test
  void theLastOneHasItsOwnHistory() {
    try (KernelHarness harness = harness(new Kilobyte(), 4096)) {
      harness.reset();
      assertThatThrownBy(() -> harness.advance(64))
          .hasMessageContaining("m_axi_g15")
          .hasMessageMatching("(?s).*Last cycles: AR [-vrX]*X[-vrX]*, R [-vrX]+ \\(X handshake.*");
    }
  }
}
