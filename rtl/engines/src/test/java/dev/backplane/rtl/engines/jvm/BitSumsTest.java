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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums of bits are counted in one instruction, and are what the adders of the design give. */
class BitSumsTest {
  private static final int DESIGNS = 200;

  private final WordGraph words = new WordGraph();

  private Word bit(Word word, int index) {
    return words.and(words.shr(word, index), words.one);
  }

  @Test
  void allBitsOfAWordInAnyOrderAreOneCount() {
    Word x = words.input(0, 0xffff);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      order.add(i);
    }
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(order, new Random(seed));
      Word chain = words.zero;
      for (int index : order) {
        chain = words.add(chain, bit(x, index));
      }
      assertThat(chain).isEqualTo(words.bitCount(x));
      List<Word> level = new ArrayList<>(order.stream().map(index -> bit(x, index)).toList());
      while (level.size() > 1) {
        level.add(words.add(level.removeFirst(), level.removeFirst()));
      }
      assertThat(level.getFirst()).isEqualTo(words.bitCount(x));
    }
    assertThat(words.bitCount(x).bits()).isEqualTo(5);
  }

  @Test
  void theSameBitTwiceIsNotOneCount() {
    Word x = words.input(0, 0xff);
    assertThat(words.add(bit(x, 3), bit(x, 3)).op()).isEqualTo(WordOp.ADD);
    Word two = words.add(bit(x, 3), bit(x, 4));
    assertThat(words.add(two, bit(x, 4)).op()).isEqualTo(WordOp.ADD);
  }

  @Test
  void countsOfConstantsAndBitsAreThemselves() {
    assertThat(words.bitCount(words.constant(0b1011))).isEqualTo(words.constant(3));
    Word bit = words.input(0, 1);
    assertThat(words.bitCount(bit)).isEqualTo(bit);
  }

  /** Sums of bits of a few words, of other numbers, and of sums, in random shapes and widths. */
  private static Netlist random(long seed) {
    Random random = new Random(seed);
    DesignSketch sketch = new DesignSketch();
    int clock = sketch.clock("clk");
    List<Signal> sources = new ArrayList<>();
    for (int width : List.of(1, 5, 8, 13, 32, 33, 64, 100)) {
      sources.add(sketch.input("in" + width, width));
      if (random.nextBoolean()) {
        Signal other = sketch.input("other" + width, width);
        sources.add(sketch.cell(width, Operation.XOR, sources.getLast(), other));
      }
    }
    List<Operand> terms = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      Signal source = sources.get(random.nextInt(sources.size()));
      int lsb = random.nextInt(source.width());
      int width = random.nextInt(6) == 0 ? Math.min(3, source.width() - lsb) : 1;
      terms.add(Operand.of(source).slice(lsb, width));
    }
    int outputs = 0;
    while (terms.size() > 1) {
      Operand a = terms.remove(random.nextInt(terms.size()));
      Operand b = terms.remove(random.nextInt(terms.size()));
      // Sums that are too narrow drop their carries.
      int width = 1 + random.nextInt(random.nextInt(5) == 0 ? 70 : 9);
      Signal sum = sketch.cell(width, Operation.ADD, false, a, b);
      terms.add(Operand.of(sum));
      if (random.nextInt(6) == 0) {
        sketch.output("sum" + outputs++, sum);
      }
    }
    Signal last = sketch.cell(20, Operation.EXTEND, false, terms.getFirst());
    Signal register = sketch.wire("register", 20);
    sketch.register(register, sketch.cell(20, Operation.ADD, register, last), clock, 0);
    sketch.output("register", register);
    return sketch.netlist();
  }

  @Test
  void sumsInRandomShapesBehaveAsAdders() {
    int counted = 0;
    for (int seed = 0; seed < DESIGNS; seed++) {
      Netlist netlist = random(seed);
      counted += counts(netlist) ? 1 : 0;
      try (Engine reference = new ReferenceEngine(netlist);
          Engine engine = DesignCompiler.compile(netlist, CodeSizeLimits.DEFAULT).newEngine()) {
        LockstepComparison.compare("seed " + seed, reference, engine, seed, 20);
      }
    }
    assertThat(counted).isGreaterThan(DESIGNS / 2);
  }

  private static boolean counts(Netlist netlist) {
    boolean[] found = new boolean[1];
    Schedule schedule = new Schedule(NetlistLowering.lower(netlist), CodeSizeLimits.DEFAULT, false);
    schedule
        .chunks()
        .forEach(chunk -> chunk.forEachWord(word -> found[0] |= word.op() == WordOp.BIT_COUNT));
    return found[0];
  }
}
