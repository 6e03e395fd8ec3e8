package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.LockstepComparison;
import dev.backplane.rtl.engines.NamedPins;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.RandomNetlist;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Skipping what is idle changes no pin and no state. */
class ActivityGatesTest {
  private static final int DESIGNS = Integer.getInteger("backplane.random.designs", 300) / 2;
  private static final long SEED = Long.getLong("backplane.random.seed", 1);

  @Test
  void gatesChangeNoPinOfRandomDesigns() {
    int gated = 0;
    for (int i = 0; i < DESIGNS; i++) {
      long seed = SEED * 3_000_017 + i;
      int cells = 4 + i % 80;
      Netlist netlist = RandomNetlist.of(seed, cells, i % 3 == 0 ? 64 : 130);
      String what = "seed " + seed + ", cells " + cells;
      CodeSizeLimits limits = CodeSizeLimits.of(10 << i % 6, 20 + i % 150);
      gated += netlist.clocks().size() == 1 ? 1 : 0;
      try (Engine reference = new ReferenceEngine(netlist);
          Engine engine =
              DesignCompiler.compile(netlist, limits, GatingPolicy.always(limits)).newEngine()) {
        LockstepComparison.compare(what + ", " + limits, reference, engine, seed, 20);
      } catch (RuntimeException | LinkageError e) {
        throw new AssertionError(what, e);
      }
    }
    assertThat(gated).isGreaterThan(DESIGNS / 4);
  }

  /** Most cycles change no input, so that most chunks are skipped. */
  @Test
  void gatesChangeNeitherPinsNorStateWhileInputsRest() {
    int different = 0;
    for (int i = 0; i < DESIGNS; i++) {
      long seed = SEED * 4_000_037 + i;
      Netlist netlist = RandomNetlist.of(seed, 10 + i % 80, 70);
      CodeSizeLimits limits = CodeSizeLimits.of(10 << i % 6, 50_000);
      try (Engine plain = DesignCompiler.compile(netlist, limits, GatingPolicy.NEVER).newEngine();
          Engine gated =
              DesignCompiler.compile(netlist, limits, GatingPolicy.always(limits)).newEngine()) {
        different += compareAtRest("seed " + seed + ", " + limits, plain, gated, new Random(seed));
      }
    }
    assertThat(different).isGreaterThan(DESIGNS / 2);
  }

  /** Returns how often the state changed. */
  private static int compareAtRest(String what, Engine plain, Engine gated, Random random) {
    int changes = 0;
    long before = 0;
    List<Pin> inputs =
        plain.pins().stream()
            .filter(pin -> pin.port().direction() == Port.Direction.INPUT)
            .toList();
    for (int cycle = 0; cycle < 60; cycle++) {
      if (random.nextInt(4) == 0 && !inputs.isEmpty()) {
        Pin pin = inputs.get(random.nextInt(inputs.size()));
        long value = random.nextBoolean() ? random.nextLong() : random.nextInt(4);
        int word = random.nextInt((pin.port().width() + 63) / 64);
        pin.setWord(word, value);
        gated.pins().get(plain.pins().indexOf(pin)).setWord(word, value);
      }
      plain.settle();
      gated.settle();
      for (int i = 0; i < plain.pins().size(); i++) {
        Pin expected = plain.pins().get(i);
        Pin actual = gated.pins().get(i);
        if (!actual.value().equals(expected.value())) {
          throw new AssertionError(
              "%s, cycle %d, %s: %x, not %x"
                  .formatted(what, cycle, expected, actual.value(), expected.value()));
        }
      }
      long state = plain.stateHash().orElseThrow();
      if (gated.stateHash().orElseThrow() != state) {
        throw new AssertionError("%s, cycle %d: the states differ".formatted(what, cycle));
      }
      changes += state != before ? 1 : 0;
      before = state;
      int clock = random.nextInt(plain.clocks().size());
      plain.edge(clock);
      gated.edge(clock);
    }
    return changes;
  }

  /**
   * Registers that change in every cycle while {@code enable} is 1: gates come when it rests, go
   * when it does not, and come again.
   */
  @Test
  void gatesComeAndGoWithTheActivity() {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal enable = sketch.input("enable", 1);
    Signal sum = enable;
    Signal address = sketch.input("address", 4);
    for (int i = 0; i < 100; i++) {
      Signal register = sketch.wire("r" + i, 40);
      Signal grown = sketch.cell(40, Operation.MUL, register, sum);
      Signal next = sketch.cell(40, Operation.MUX, register, grown, enable);
      sketch.register(register, sketch.cell(40, Operation.ADD, next, enable), clock, 3 + i);
      sum = sketch.cell(40, Operation.XOR, sum, register);
    }
    Signal stored = sketch.wire("stored", 40);
    sketch.memory(
        new Memory(
            "memory",
            40,
            16,
            List.of(),
            List.of(new Memory.ReadPort(Operand.of(address), stored)),
            List.of(
                new Memory.WritePort(
                    Operand.of(address),
                    Operand.of(sum),
                    new Operand(Collections.nCopies(40, new Operand.Slice(enable, 0, 1))),
                    clock))));
    sketch.output("sum", sum);
    sketch.output("stored", stored);
    Netlist netlist = sketch.netlist();
    JvmDesign never = DesignCompiler.compile(netlist, CodeSizeLimits.DEFAULT, GatingPolicy.NEVER);
    GatingPolicy early =
        new GatingPolicy(
            0, 25L * never.statistics().operations(), 0.3, CodeSizeLimits.of(300, 50_000));
    JvmDesign adaptive = DesignCompiler.compile(netlist, CodeSizeLimits.DEFAULT, early);
    try (Engine plain = never.newEngine();
        BytecodeEngine gated = (BytecodeEngine) adaptive.newEngine()) {
      Random random = new Random(5);
      List<Boolean> phases = new ArrayList<>();
      phases.add(gated.isGated());
      for (int cycle = 0; cycle < 100_000; cycle++) {
        for (Engine engine : List.of(plain, gated)) {
          NamedPins.pin(engine, "enable").set(cycle / 40_000 == 1 ? 1 : 0);
          NamedPins.pin(engine, "address").set(cycle / 100);
          engine.settle();
        }
        for (String pin : List.of("sum", "stored")) {
          if (NamedPins.pin(plain, pin).get() != NamedPins.pin(gated, pin).get()) {
            throw new AssertionError("cycle " + cycle + ": " + pin + " differs");
          }
        }
        if (List.of(39_999, 79_999, 99_999).contains(cycle)) {
          phases.add(gated.isGated());
        }
        if (random.nextInt(1000) == 0) {
          assertThat(gated.stateHash()).isEqualTo(plain.stateHash());
        }
        plain.edge(0);
        gated.edge(0);
      }
      assertThat(phases).containsExactly(false, true, false, true);
    }
  }
}
