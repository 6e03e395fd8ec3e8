package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.DesignSketch;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.LockstepComparison;
import dev.backplane.rtl.engines.ReferenceEngine;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Jumps by a key: long chains of comparisons, and arrays of registers that are written by index,
 * behave as their multiplexers do.
 */
class SelectionsTest {
  private static final int DESIGNS = Integer.getInteger("backplane.random.designs", 300) / 10;
  private static final long SEED = Long.getLong("backplane.random.seed", 1);
  private static final List<Integer> WIDTHS = List.of(1, 8, 31, 32, 33, 64, 70, 150);

  /** A random design of chains and arrays. */
  private static final class Sketch {
    private final DesignSketch sketch = new DesignSketch();
    private final int clock = sketch.clock("clk");
    private final Random random;
    private final int width;
    private final List<Signal> bits = new ArrayList<>();
    private final List<Signal> keys = new ArrayList<>();
    private final List<Signal> values = new ArrayList<>();

    Sketch(long seed) {
      random = new Random(seed);
      width = WIDTHS.get(random.nextInt(WIDTHS.size()));
      for (int i = 0; i < 4; i++) {
        bits.add(sketch.input("bit" + i, 1));
        values.add(sketch.input("value" + i, width));
      }
      for (int keyWidth : List.of(4, 5, 7, 31)) {
        keys.add(sketch.input("key" + keyWidth, keyWidth));
      }
    }

    private <T> T any(List<T> list) {
      return list.get(random.nextInt(list.size()));
    }

    private Signal equal(Signal key, int constant) {
      return sketch.cell(
          1,
          Operation.EQ,
          false,
          Operand.of(key),
          Operand.of(BigInteger.valueOf(constant), key.width()));
    }

    private Signal mux(Signal selector, Signal no, Signal yes) {
      return sketch.cell(no.width(), Operation.MUX, no, yes, selector);
    }

    private Signal value() {
      Operation operation = any(List.of(Operation.ADD, Operation.XOR, Operation.MUL, Operation.OR));
      return random.nextInt(3) == 0
          ? any(values)
          : sketch.cell(width, operation, any(values), any(values));
    }

    /** Constants in any order, some more than once. */
    private List<Integer> constants(int count, int keyWidth) {
      int below = keyWidth < 10 ? 1 << keyWidth : Integer.MAX_VALUE;
      List<Integer> all = new ArrayList<>();
      int first = random.nextInt(4);
      for (int i = 0; i < count; i++) {
        int next = random.nextInt(5) == 0 ? random.nextInt(below) : (first + i) % below;
        all.add(next);
      }
      if (random.nextBoolean()) {
        Collections.shuffle(all, random);
      }
      return all;
    }

    void addChain(String name) {
      Signal key = any(keys);
      int count = 12 + random.nextInt(60);
      List<Integer> constants = constants(count, key.width());
      int chains = 1 + random.nextInt(2);
      List<Signal> comparisons = constants.stream().map(each -> equal(key, each)).toList();
      for (int chain = 0; chain < chains; chain++) {
        Signal at = value();
        for (int i = 0; i < count; i++) {
          at = mux(comparisons.get(i), at, value());
          if (random.nextInt(100) == 0) {
            // Somebody else uses a part of the chain.
            sketch.output(name + "part" + chain + "_" + i, at);
          }
        }
        sketch.output(name + chain, at);
        if (random.nextBoolean()) {
          Signal register = sketch.wire(name + "r" + chain, width);
          sketch.register(register, at, clock, 0);
          values.add(register);
        }
      }
    }

    void addArray(String name) {
      int length = 2 + random.nextInt(31);
      List<Signal> fitting = keys.stream().filter(key -> 1L << key.width() >= length).toList();
      List<Signal> states =
          IntStream.range(0, length).mapToObj(i -> sketch.wire(name + i, width)).toList();
      // Elements take what other elements were before the edge.
      values.addAll(states.subList(0, Math.min(3, length)));
      List<Signal> next = new ArrayList<>(states);
      int writes = 1 + random.nextInt(3);
      for (int write = 0; write < writes; write++) {
        Signal key = any(fitting);
        Signal enable = any(bits);
        Signal extra = any(bits);
        Signal data = value();
        boolean each = random.nextInt(3) == 0;
        boolean restores = random.nextInt(3) == 0;
        for (int i = 0; i < length; i++) {
          Signal condition = sketch.cell(1, Operation.AND, enable, equal(key, i));
          if (random.nextInt(4) == 0) {
            condition = sketch.cell(1, Operation.AND, extra, condition);
          }
          Signal written = each ? value() : data;
          // The value before the edge, whatever an earlier write wrote.
          written = restores ? mux(extra, states.get(i), written) : written;
          next.set(i, mux(condition, next.get(i), written));
        }
      }
      Signal reset = any(bits);
      Signal cleared = any(values);
      boolean resets = random.nextBoolean();
      Signal shown = any(values);
      Signal readKey = any(fitting);
      for (int i = 0; i < length; i++) {
        Signal state = states.get(i);
        sketch.register(
            state,
            resets ? mux(reset, next.get(i), cleared) : next.get(i),
            clock,
            width == 1 ? 0 : i % 2);
        shown = mux(equal(readKey, i), shown, state);
        if (random.nextInt(3) == 0) {
          sketch.output(name + "out" + i, state);
        }
      }
      sketch.output(name + "shown", shown);
    }

    Netlist netlist() {
      return sketch.netlist();
    }
  }

  private static Netlist random(long seed) {
    Sketch sketch = new Sketch(seed);
    Random random = new Random(seed ^ 0x5eed);
    for (int i = 0; i < 1 + random.nextInt(2); i++) {
      sketch.addChain("chain" + i + "_");
    }
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      sketch.addArray("array" + i + "_");
    }
    return sketch.netlist();
  }

  /** How many jumps by a key the generated code of a design has. */
  private static int jumps(Netlist netlist) {
    int[] count = new int[1];
    WordDesign design = MuxChains.toSelections(NetlistLowering.lower(netlist));
    for (Chunk chunk : new Schedule(design, CodeSizeLimits.DEFAULT, false).chunks()) {
      chunk.forEach(statement -> count[0] += statement instanceof Statement.Switch ? 1 : 0);
    }
    return count[0];
  }

  private static int selections(Netlist netlist) {
    WordDesign design = NetlistLowering.lower(netlist);
    return design.equals(MuxChains.toSelections(design)) ? 0 : 1;
  }

  @Test
  void chainsAndArraysBehaveAsTheirMultiplexers() {
    int withJumps = 0;
    int withSelections = 0;
    for (int i = 0; i < DESIGNS; i++) {
      long seed = SEED * 7_000_003 + i;
      Netlist netlist = random(seed);
      withJumps += Math.min(jumps(netlist), 1);
      withSelections += selections(netlist);
      CodeSizeLimits small = CodeSizeLimits.of(40 << i % 8, 20 + i * 50);
      for (CodeSizeLimits limits : List.of(small, CodeSizeLimits.DEFAULT)) {
        for (GatingPolicy gating : List.of(GatingPolicy.NEVER, GatingPolicy.always(limits))) {
          String what = "seed %d, %s, %s".formatted(seed, limits, gating);
          try (Engine reference = new ReferenceEngine(netlist);
              Engine engine = DesignCompiler.compile(netlist, limits, gating).newEngine()) {
            LockstepComparison.compare(what, reference, engine, seed, 40);
          } catch (RuntimeException | LinkageError e) {
            throw new AssertionError(what, e);
          }
        }
      }
    }
    // The optimisations are what is tested: most designs must have them.
    assertThat(withJumps).isGreaterThan(DESIGNS / 2);
    assertThat(withSelections).isGreaterThan(DESIGNS / 4);
  }

  @Test
  void anArrayWrittenByIndexIsAFewJumps() {
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    Signal index = sketch.input("index", 6);
    Signal write = sketch.input("write", 1);
    Signal in = sketch.input("in", 32);
    for (int i = 0; i < 64; i++) {
      Signal element = sketch.wire("element" + i, 32);
      Signal here =
          sketch.cell(
              1,
              Operation.EQ,
              false,
              Operand.of(index),
              Operand.of(BigInteger.valueOf(i), index.width()));
      Signal both = sketch.cell(1, Operation.AND, write, here);
      sketch.register(element, sketch.cell(32, Operation.MUX, element, in, both), clock, 0);
      sketch.output("out" + i, element);
    }
    assertThat(jumps(sketch.netlist())).isBetween(1, 4);
  }
}
