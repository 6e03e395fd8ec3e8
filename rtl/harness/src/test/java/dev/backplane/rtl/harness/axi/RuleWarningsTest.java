package dev.backplane.rtl.harness.axi;

import static dev.backplane.rtl.harness.axi.ScriptedKernel.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.axi.FakeKernel.Shape;
import dev.backplane.rtl.harness.ports.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Violations of some rules can be made warnings. */
class RuleWarningsTest {
  private static final long BASE = FakeMemory.BASE;

  private final List<String> told = new ArrayList<>();
  private final FakeMemory memory = new FakeMemory();

  private void run(Shape shape, ScriptedKernel script, AxiRule rule) {
    HarnessOptions options =
        HarnessOptions.builder().warnings(Set.of(rule.text())).warningSink(told::add).build();
    try (KernelFixture fixture = new KernelFixture(shape, () -> script, memory, options)) {
      fixture.harness.reset();
      fixture.harness.run(RunLimits.ofCycles(10_000));
    }
  }

  /** A kernel whose strobes are always all ones. */
  private static ScriptedKernel fixedStrobes() {
    return script()
        .address("AW", BASE + 4, 2, 2, Burst.INCR)
        .handshake("AW")
        .then(
            kernel -> {
              kernel.axi("WDATA").setWord(0, 0x2222_2222_1111_1111L);
              kernel.axi("BREADY").set(1);
            })
        .data(0, 0xff, false)
        .data(0, 0xff, true)
        .until(kernel -> kernel.axi("BVALID").get() != 0);
  }

  @Test
  void fixedStrobesSelectTheBytesOfTheBeatAndAreReportedOnce() {
    run(Shape.PLAIN.withData(64), fixedStrobes(), AxiRule.WRITE_STROBES);
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("m_axi_gmem @cycle ")
        .contains("WSTRB selects byte lane 0, which is not in beat 1 (lanes 4 to 7)")
        .endsWith("Rule write-strobes is only warned of, once for each port");
    assertThat(memory.word(0)).as("before the burst").isZero();
    assertThat(memory.word(12)).as("behind it").isZero();
  }

  @Test
  void aBurstAcrossABoundaryContinuesAsAWarning() {
    memory.setWord(4096 - 4, 7);
    memory.setWord(4096, 8);
    List<Long> taken = new ArrayList<>();
    run(
        Shape.PLAIN,
        script()
            .address("AR", BASE + 4096 - 4, 2, 2, Burst.INCR)
            .handshake("AR")
            .take(2, kernel -> taken.add(kernel.axi("RDATA").get())),
        AxiRule.BOUNDARY_4K);
    assertThat(taken).containsExactly(7L, 8L);
    assertThat(told).singleElement().asString().contains("crosses a 4 KiB boundary");
  }

  @Test
  void aRuleThatIsNotAWarningStopsTheKernel() {
    assertThatThrownBy(() -> run(Shape.PLAIN.withData(64), fixedStrobes(), AxiRule.LAST_BEAT))
        .hasMessageContaining("WSTRB selects byte lane 0");
  }

  @Test
  void onlyRulesWhoseViolationLeavesAMeaningCanBeWarnings() {
    assertThat(Rule.warnable("write-strobes")).isEqualTo(AxiRule.WRITE_STROBES.text());
    assertThatThrownBy(() -> Rule.warnable("burst-type"))
        .hasMessageContaining("there are valid-stays, payload-stays, quiet-in-reset, boundary-4k");
  }
}
