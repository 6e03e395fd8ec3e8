package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.SimulationContext;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting cycles that are as the one before shows what evaluating all of them shows. */
final class SteadyCyclesTest {
  private static final int CYCLES = 4_000;

  /** A kernel and the models around it, cycle by cycle. */
  private static final class Rig {
    private final FakeMemory memory = new FakeMemory();
    private final FakeKernel kernel;
    private final SimulationContext context;
    private final AxiModel model;
    private final List<String> warnings = new ArrayList<>();

    Rig(FakeKernel kernel, HarnessOptions.Builder options, boolean everyCycle) {
      this.kernel = kernel;
      context =
          new SimulationContext(
              memory, options.warningSink(warnings::add).evaluatesEveryCycle(everyCycle).build());
      Map<String, Pin> pins = new HashMap<>();
      kernel.pins().forEach(pin -> pins.put(pin.port().name(), pin));
      Objects.requireNonNull(pins.get("ap_rst_n")).set(1);
      model =
          new AxiModel(
              context,
              kernel.ports().masters().stream()
                  .map(bus -> new InterfacePins(bus, pins, kernel))
                  .toList(),
              ControlProtocol.AP_CTRL_HS,
              new AxiStreams(kernel.ports()));
      model.connect(kernel);
      kernel.control.running = true;
      model.drive();
    }

    void cycle() {
      kernel.settle();
      model.sample();
      kernel.edge(0);
      context.tick();
      model.drive();
    }

    List<Long> pins() {
      return kernel.pins().stream()
          .flatMap(
              pin ->
                  Stream.iterate(0, word -> word + 1)
                      .limit(InterfacePins.wordCount(pin.port().width()))
                      .map(pin::word))
          .toList();
    }

    /** All that can be asked of the models. */
    String report() {
      StringBuilder text = new StringBuilder();
      text.append(model.statistics()).append(model.isBusy()).append(warnings);
      model.describeWaits(text::append);
      model.describeState(text::append);
      RtlException fault = context.fault();
      return text.append(fault == null ? "" : fault.getMessage()).toString();
    }

    byte[] contents() {
      return Objects.requireNonNull(memory.find("m_axi_gmem", FakeMemory.BASE))
          .memory()
          .toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /** What two rigs are asked and told between cycles. */
  private interface Between {
    void happens(Rig rig, int kind);
  }

  private static Rig compare(
      FakeKernel.Shape shape,
      HarnessOptions.Builder options,
      long seed,
      int calmness,
      int cyclesPerFault,
      Between between) {
    Rig counting =
        new Rig(
            new FakeKernel(shape, new RestlessKernel(seed, calmness, cyclesPerFault)),
            options,
            false);
    Rig evaluating =
        new Rig(
            new FakeKernel(shape, new RestlessKernel(seed, calmness, cyclesPerFault)),
            options,
            true);
    Random random = new Random(seed);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      counting.cycle();
      evaluating.cycle();
      assertThat(counting.pins()).as("seed %d, cycle %d", seed, cycle).isEqualTo(evaluating.pins());
      if (random.nextInt(50) == 0) {
        int kind = random.nextInt(4);
        between.happens(counting, kind);
        between.happens(evaluating, kind);
        assertThat(counting.report())
            .as("seed %d, cycle %d", seed, cycle)
            .isEqualTo(evaluating.report());
      }
    }
    assertThat(counting.report()).as("seed %d", seed).isEqualTo(evaluating.report());
    assertThat(counting.contents()).as("seed %d", seed).isEqualTo(evaluating.contents());
    assertThat(evaluating.model.steadyCycles()).isZero();
    return counting;
  }

  private static void askOnly(Rig rig, int kind) {
    if (kind == 0) {
      rig.model.clearStatistics();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 32, 64, 256, 1024})
  void pinsStatisticsAndMemoryAreTheSameWhateverTheWidth(int width) {
    for (long seed = 1; seed <= 6; seed++) {
      Rig rig =
          compare(
              FakeKernel.Shape.PLAIN.withData(width),
              HarnessOptions.builder(),
              seed,
              40,
              0,
              SteadyCyclesTest::askOnly);
      assertThat(rig.context.fault()).isNull();
      assertThat(rig.model.steadyCycles()).isGreaterThan(CYCLES / 4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void latenciesAndFullQueuesEndSteadyCyclesInTime(int latency) {
    for (int outstanding : new int[] {1, 2, 5, 64}) {
      Rig rig =
          compare(
              FakeKernel.Shape.PLAIN.withIds(4),
              HarnessOptions.builder().latency(latency).outstanding(outstanding),
              latency * 31L + outstanding,
              30,
              0,
              SteadyCyclesTest::askOnly);
      assertThat(rig.context.fault()).isNull();
      assertThat(rig.model.steadyCycles()).isGreaterThan(CYCLES / 8);
    }
  }

  @Test
  void memoryThatMovesInTheMiddleOfABurstIsFoundAgain() {
    for (long seed = 1; seed <= 12; seed++) {
      Rig rig =
          compare(
              FakeKernel.Shape.PLAIN.withData(64),
              HarnessOptions.builder(),
              seed,
              60,
              0,
              (each, _) -> each.memory.move());
      assertThat(rig.context.fault()).isNull();
      assertThat(rig.model.steadyCycles()).isGreaterThan(CYCLES / 4);
    }
  }

  @Test
  void aBrokenRuleIsReportedInTheSameCycleWithTheSameWords() {
    List<String> rules = new ArrayList<>();
    for (long seed = 1; seed <= 60; seed++) {
      Rig rig =
          compare(
              FakeKernel.Shape.PLAIN,
              HarnessOptions.builder().outstanding(2),
              seed,
              40,
              200,
              SteadyCyclesTest::askOnly);
      rules.add(rig.report());
    }
    assertThat(rules)
        .anyMatch(text -> text.contains("ARVALID dropped before ARREADY"))
        .anyMatch(text -> text.contains("ARADDR changed"))
        .anyMatch(text -> text.contains("WLAST"));
  }

  @Test
  void randomStallsAreDecidedInEveryCycle() {
    Rig rig =
        compare(
            FakeKernel.Shape.PLAIN,
            HarnessOptions.builder().stallPercent(20),
            7,
            40,
            0,
            SteadyCyclesTest::askOnly);
    assertThat(rig.model.steadyCycles()).isZero();
  }
}
