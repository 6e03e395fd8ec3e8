package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a kernel says ends its run, or is passed on as it worded it. */
class KernelReportsTest {
  private static final CorpusDesign DESIGN = Corpus.find().design("example_vadd");

  @Test
  void anErrorOfTheKernelEndsTheRun() {
    List<String> warnings = new ArrayList<>();
    assertThatThrownBy(() -> run(Effect.Severity.ERROR, warnings))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.KERNEL_FAILED))
        .hasMessageStartingWith("vadd.sv:1 @cycle ")
        .hasMessageEndingWith("it reads");
    assertThat(warnings).isEmpty();
  }

  @Test
  void itsWarningsAreTold() {
    List<String> warnings = new ArrayList<>();
    run(Effect.Severity.WARNING, warnings);
    assertThat(warnings)
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(20)
        .allMatch(warning -> warning.matches("warning: vadd.sv:1 @cycle .*: it reads"));
  }

  @Test
  void itsMessagesAreToldAsTheyAre() {
    List<String> messages = new ArrayList<>();
    run(Effect.Severity.INFO, messages);
    assertThat(messages).isNotEmpty().allMatch("it reads"::equals);
  }

  /** Runs a kernel that speaks in every cycle in which it asks for data. */
  private static void run(Effect.Severity severity, List<String> warnings) {
    Netlist silent = ElaboratedDesigns.netlist(DESIGN, TestVerilator.frontEnd());
    Operand reads =
        silent.outputs().entrySet().stream()
            .filter(output -> output.getKey().name().endsWith("arvalid"))
            .filter(output -> output.getKey().width() == 1)
            .findFirst()
            .orElseThrow()
            .getValue();
    Netlist netlist =
        new Netlist(
            silent.top(),
            silent.signals(),
            silent.inputs(),
            silent.outputs(),
            silent.clocks(),
            silent.cells(),
            silent.registers(),
            silent.memories(),
            List.of(new Effect(severity, "vadd.sv:1", 0, reads, "it reads", List.of())),
            silent.aliases());
    CompiledDesign compiled = JvmEngine.compile(netlist);
    List<Port> ports = netlist.ports();
    HarnessOptions options =
        HarnessOptions.builder().reportSink(report -> warnings.add(report.plain())).build();
    try (KernelRun run = new KernelRun(DESIGN, compiled::newEngine, ports, options, 1 << 18)) {
      run.run(100, 3);
    }
  }
}
