package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.trace.PinObserver;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunOutcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels show the same in every cycle, whether or not the models evaluate all cycles. */
final class SteadyKernelsTest {
  private static final int SCALE = 700;
  private static final long BYTES = 1 << 20;

  /** What was seen of two runs: a hash of all pins for each cycle, and the outcomes. */
  private record Seen(List<Long> pins, List<RunOutcome> outcomes, long digest) {}

  /** Hashes all pins in each cycle, and lets time pass for someone else. */
  private record Hashes(List<Pin> pins, List<Long> seen, Runnable eachCycle)
      implements PinObserver {
    @Override
    public void sample(long cycle, long time, long edges) {
      long hash = cycle;
      for (Pin pin : pins) {
        for (int word = 0; word * Long.SIZE < pin.port().width(); word++) {
          hash = hash * 0x9e37_79b9_7f4a_7c15L + pin.word(word);
        }
      }
      seen.add(hash);
      eachCycle.run();
    }
  }

  /** Memory of which one master sees a copy that is freed and made anew every few cycles. */
  private static final class MovingCopy implements BusMemory {
    private static final int STAYS = 37;

    private final MemorySegment memory;
    private final String mover;
    private final Region whole;
    private Arena arena = Arena.ofConfined();
    private @Nullable Region copy;
    private int cycles;
    private int moves;

    MovingCopy(MemorySegment memory, String mover) {
      this.memory = memory;
      this.mover = mover;
      whole = new Region(KernelWorkload.BASE, memory, true);
    }

    void passCycle() {
      if (++cycles % STAYS == 0 && copy != null) {
        copy = null;
        arena.close();
        moves++;
      }
    }

    @Override
    public @Nullable Region find(String master, long address) {
      if (!master.equals(mover)) {
        return whole.contains(address) ? whole : null;
      }
      Region found = copy;
      if (found == null) {
        arena = Arena.ofConfined();
        MemorySegment bytes = arena.allocate(memory.byteSize(), 4096).copyFrom(memory);
        found = new Region(KernelWorkload.BASE, bytes, false);
        copy = found;
      }
      return found.contains(address) ? found : null;
    }

    @Override
    public String describe(String master, long address) {
      return "somewhere";
    }
  }

  static Stream<CorpusDesign> kernels() {
    return Corpus.find().designs().stream()
        .filter(design -> design.kind() == CorpusDesign.Kind.KERNEL && !design.large());
  }

  private static Seen run(CorpusDesign design, HarnessOptions.Builder options, boolean everyCycle) {
    CompiledDesign compiled = ElaboratedDesigns.of(design);
    List<Long> pins = new ArrayList<>();
    HarnessOptions observed =
        options
            .evaluatesEveryCycle(everyCycle)
            .nanoTime(() -> 0)
            .observer((all, _) -> new Hashes(all, pins, () -> {}))
            .build();
    try (KernelRun run =
        new KernelRun(design, compiled::newEngine, compiled.ports(), observed, BYTES)) {
      return new Seen(pins, List.of(run.run(SCALE, 1), run.run(SCALE / 3, 2)), run.digest());
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void pinsAndStatisticsAreTheSame(CorpusDesign design) {
    for (int latency : new int[] {1, 8, 60}) {
      HarnessOptions.Builder options = HarnessOptions.builder().latency(latency).outstanding(3);
      assertThat(run(design, options, false)).isEqualTo(run(design, options, true));
    }
  }

  @Test
  void aMasterWhoseMemoryMovesDoesNotDisturbTheOthers() {
    CorpusDesign design = Corpus.find().design("vadd32");
    CompiledDesign compiled = ElaboratedDesigns.of(design);
    List<Seen> seen = new ArrayList<>();
    for (boolean everyCycle : new boolean[] {false, true}) {
      List<Long> pins = new ArrayList<>();
      MovingCopy[] moving = new MovingCopy[1];
      HarnessOptions options =
          HarnessOptions.builder()
              .evaluatesEveryCycle(everyCycle)
              .nanoTime(() -> 0)
              .observer((all, _) -> new Hashes(all, pins, () -> moving[0].passCycle()))
              .build();
      try (KernelRun run =
          new KernelRun(
              design,
              compiled::newEngine,
              compiled.ports(),
              options,
              BYTES,
              memory -> moving[0] = new MovingCopy(memory, "m_axi_a"))) {
        seen.add(new Seen(pins, List.of(run.run(SCALE, 1)), run.digest()));
      }
      assertThat(moving[0].moves).isGreaterThan(SCALE / MovingCopy.STAYS / 2);
    }
    assertThat(seen.getFirst()).isEqualTo(seen.getLast());
  }
}
