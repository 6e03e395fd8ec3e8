package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.frontends.macros.MacroLibrary;
import dev.backplane.rtl.netlist.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The models of vendor macros, against queues and arrays of Java. */
class MacroLibraryTest {
  private static @Nullable CompiledDesign design;

  @TempDir static Path folder;

  private final Map<String, Pin> pins = new HashMap<>();
  private @Nullable Engine engine;

  @BeforeAll
  static void elaborate() throws IOException {
    Path lab = MacroLab.copy(folder);
    FrontEnd frontEnd = FrontEnd.preparing(TestVerilator.frontEnd(), Duration.ofMinutes(2));
    design = JvmEngine.compile(frontEnd.elaborate(Sources.of(List.of(lab)), "macro_lab").netlist());
  }

  @BeforeEach
  void powerUp() {
    Engine fresh = Objects.requireNonNull(design).newEngine();
    fresh.pins().forEach(pin -> pins.put(pin.port().name(), pin));
    engine = fresh;
  }

  @AfterEach
  void close() {
    engine().close();
  }

  private Engine engine() {
    return Objects.requireNonNull(engine);
  }

  private long get(String pin) {
    return Objects.requireNonNull(pins.get(pin), pin).get();
  }

  private boolean is(String pin) {
    return get(pin) != 0;
  }

  private void set(String pin, long value) {
    Objects.requireNonNull(pins.get(pin), pin).set(value);
  }

  /** Applies edges of some clocks and returns the outputs after them. */
  private void tick(String... clocks) {
    long mask = 0;
    for (String clock : clocks) {
      mask |= 1L << engine().clocks().indexOf(Clock.rising(clock));
    }
    engine().edges(mask);
    engine().settle();
  }

  private void reset() {
    set("rst", 1);
    for (int i = 0; i < 8; i++) {
      tick("clk", "clk_b");
    }
    set("rst", 0);
    for (int i = 0; i < 20; i++) {
      tick("clk", "clk_b");
    }
  }

  @Test
  void everyModelIsListed() throws IOException {
    Path resources = Path.of("src/main/resources/dev/backplane/rtl/frontends/macros");
    try (Stream<Path> files = Files.list(resources)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName()).replace(".sv", "")))
          .containsExactlyInAnyOrderElementsOf(MacroLibrary.names());
    }
    assertThat(MacroLibrary.canonicalName("bufg")).contains("BUFG");
    assertThat(MacroLibrary.canonicalName("XPM_FIFO_SYNC")).contains("xpm_fifo_sync");
    assertThat(MacroLibrary.canonicalName("xpm_fifo")).isEmpty();
  }

  @Test
  void bothFrontEndsGiveTheSameBehaviour() {
    FrontEnd verilator;
    try {
      verilator = FrontEnd.find("verilator", Duration.ofMinutes(10));
    } catch (RtlException e) {
      abort(String.valueOf(e.getMessage()));
      return;
    }
    CompiledDesign other =
        JvmEngine.compile(
            verilator
                .elaborate(Sources.of(List.of(folder.resolve("macro_lab.sv"))), "macro_lab")
                .netlist());
    try (Engine one = Objects.requireNonNull(design).newEngine();
        Engine two = other.newEngine()) {
      MacroLab.sameBehaviour(one, two);
    }
  }

  @Test
  void otherToolsReadEveryModel(@TempDir Path work) throws IOException {
    assumeTrue(Icarus.isInstalled(), "Icarus is not installed");
    List<String> words =
        new ArrayList<>(List.of("iverilog", "-g2012", "-tnull", "-s", "macro_lab"));
    words.add(MacroLab.copy(work).toString());
    for (String name : MacroLibrary.names()) {
      words.add(
          Files.writeString(
                  work.resolve(name + ".sv"),
                  Objects.requireNonNull(MacroLibrary.models(Set.of(name)).get(name)))
              .toString());
    }
    words.add(
        Files.writeString(
                work.resolve("ila_0.sv"),
                "module ila_0(input clk, input probe0, input probe1, input probe2); endmodule")
            .toString());
    ToolRun run = ToolRun.run(words, work, Duration.ofMinutes(1));
    assertThat(run.exitCode()).as(run.output()).isZero();
  }

  @Test
  void aQueueWithRegisteredReadsIsAQueue() {
    reset();
    assertThat(is("std_busy")).isFalse();
    Random random = new Random(1);
    Deque<Long> queue = new ArrayDeque<>();
    boolean wasFull = false;
    boolean wasEmpty = false;
    for (int cycle = 0; cycle < 3000; cycle++) {
      int fill = cycle / 100 % 3; // phases that fill, drain, and do both
      boolean wr = random.nextInt(4) < (fill == 0 ? 4 : fill == 1 ? 1 : 2);
      boolean rd = random.nextInt(4) < (fill == 1 ? 4 : fill == 0 ? 1 : 2);
      long word = random.nextInt() & 0xffffffffL;
      set("wr", wr ? 1 : 0);
      set("rd", rd ? 1 : 0);
      set("din", word);
      engine().settle();
      boolean full = queue.size() == 16;
      boolean empty = queue.isEmpty();
      assertThat(is("std_full")).as("full in cycle %d", cycle).isEqualTo(full);
      assertThat(is("std_empty")).as("empty in cycle %d", cycle).isEqualTo(empty);
      assertThat(is("std_af")).isEqualTo(queue.size() >= 15);
      assertThat(is("std_ae")).isEqualTo(queue.size() <= 1);
      assertThat(is("std_pf")).isEqualTo(queue.size() >= 11);
      assertThat(is("std_pe")).isEqualTo(queue.size() <= 5);
      assertThat(get("std_wc")).isEqualTo(queue.size());
      assertThat(get("std_rc")).isEqualTo(queue.size());
      long head = empty ? 0 : queue.getFirst();
      tick("clk");
      boolean read = rd && !empty;
      if (read) {
        queue.removeFirst();
        assertThat(get("std_dout")).as("cycle %d", cycle).isEqualTo(head);
      }
      if (wr && !full) {
        queue.addLast(word);
      }
      assertThat(is("std_valid")).isEqualTo(read);
      assertThat(is("std_ack")).isEqualTo(wr && !full);
      assertThat(is("std_over")).isEqualTo(wr && full);
      assertThat(is("std_under")).isEqualTo(rd && empty);
      wasFull |= full;
      wasEmpty |= empty;
    }
    assertThat(wasFull && wasEmpty).isTrue();
  }

  @Test
  void firstWordFallsThroughAndTwoMoreFit() {
    reset();
    Random random = new Random(2);
    Deque<Long> queue = new ArrayDeque<>();
    for (int cycle = 0; cycle < 2000; cycle++) {
      boolean wr = random.nextInt(3) != 0 == (cycle / 60 % 2 == 0);
      boolean rd = random.nextInt(3) != 0 != (cycle / 60 % 2 == 0);
      long word = random.nextInt() & 0xffffffffL;
      set("wr", wr ? 1 : 0);
      set("rd", rd ? 1 : 0);
      set("din", word);
      engine().settle();
      boolean full = queue.size() == 18;
      assertThat(is("fwft_full")).isEqualTo(full);
      assertThat(is("fwft_empty")).isEqualTo(queue.isEmpty());
      if (!queue.isEmpty()) {
        assertThat(get("fwft_dout")).isEqualTo(queue.getFirst());
        if (rd) {
          queue.removeFirst();
        }
      }
      if (wr && !full) {
        queue.addLast(word);
      }
      tick("clk");
    }
  }

  @Test
  void wordsOfDifferentWidthsGoLowestPartFirst() {
    reset();
    Random random = new Random(3);
    Deque<Long> down = new ArrayDeque<>();
    Deque<Long> up = new ArrayDeque<>();
    Deque<Long> coming = new ArrayDeque<>();
    for (int cycle = 0; cycle < 2000; cycle++) {
      boolean wr = random.nextInt(cycle / 50 % 2 == 0 ? 2 : 8) == 0;
      boolean rd = random.nextInt(3) != 0;
      long word = random.nextInt() & 0xffffffffL;
      set("wr", wr ? 1 : 0);
      set("rd", rd ? 1 : 0);
      set("din", word);
      engine().settle();
      assertThat(is("down_empty")).isEqualTo(down.isEmpty());
      assertThat(is("up_empty")).isEqualTo(up.size() < 4);
      boolean downFull = is("down_full");
      boolean upFull = is("up_full");
      if (rd && !down.isEmpty()) {
        assertThat(get("down_dout")).as("cycle %d", cycle).isEqualTo(down.removeFirst());
      }
      long joined = -1;
      if (rd && up.size() >= 4) {
        joined = 0;
        for (int i = 0; i < 4; i++) {
          joined |= up.removeFirst() << (8 * i);
        }
      }
      coming.addLast(joined);
      if (wr && !downFull) {
        for (int i = 0; i < 4; i++) {
          down.addLast((word >>> (8 * i)) & 0xff);
        }
      }
      if (wr && !upFull) {
        up.addLast(word & 0xff);
      }
      tick("clk");
      if (coming.size() == 2) {
        long there = coming.removeFirst();
        assertThat(is("up_valid")).isEqualTo(there >= 0);
        if (there >= 0) {
          assertThat(get("up_dout")).isEqualTo(there);
        }
      }
    }
  }

  @Test
  void aQueueBetweenClocksLosesNothingAtAnyRatio() {
    for (int[] ratio : new int[][] {{1, 1}, {3, 2}, {1, 4}, {5, 1}}) {
      close();
      powerUp();
      reset();
      assertThat(is("async_wbusy") || is("async_rbusy")).isFalse();
      Random random = new Random(ratio[0] * 10L + ratio[1]);
      Deque<Long> queue = new ArrayDeque<>();
      int moved = 0;
      boolean full = false;
      int a = 0;
      int b = 0;
      for (int step = 0; step < 4000; step++) {
        set("wr", random.nextInt(4) != 0 == (step / 300 % 2 == 0) ? 1 : 0);
        set("rd", random.nextInt(4) != 0 != (step / 300 % 2 == 0) ? 1 : 0);
        set("din", step);
        engine().settle();
        // Two clocks whose edges fall together now and then.
        boolean edgeA = a * ratio[1] <= b * ratio[0];
        boolean edgeB = b * ratio[0] <= a * ratio[1];
        if (edgeA) {
          full |= is("async_full");
          if (is("wr") && !is("async_full")) {
            queue.addLast((long) step);
          }
          a++;
        }
        if (edgeB) {
          if (is("rd") && !is("async_empty")) {
            assertThat(get("async_dout")).isEqualTo(queue.removeFirst());
            moved++;
          }
          b++;
        }
        tick(
            Stream.of(edgeA ? "clk" : "", edgeB ? "clk_b" : "")
                .filter(name -> !name.isEmpty())
                .toArray(String[]::new));
      }
      assertThat(moved).isGreaterThan(300);
      assertThat(queue.size()).isLessThanOrEqualTo(17);
      // A reader that is four times as quick never lets it fill.
      assertThat(full || ratio[0] < ratio[1]).isTrue();
    }
  }

  @Test
  void aPacketIsAvailableWhenItIsComplete() {
    reset();
    set("be", 0xf);
    set("wr", 1);
    for (int i = 0; i < 5; i++) {
      set("din", 100 + i);
      set("last", i == 4 ? 1 : 0);
      engine().settle();
      assertThat(is("axis_valid")).isFalse();
      assertThat(is("axis_ready")).isTrue();
      tick("clk");
    }
    set("wr", 0);
    set("rd", 1);
    for (int i = 0; i < 5; i++) {
      engine().settle();
      assertThat(is("axis_valid")).isTrue();
      assertThat(get("axis_data")).isEqualTo(100 + i);
      assertThat(get("axis_keep")).isEqualTo(0xf);
      assertThat(is("axis_last")).isEqualTo(i == 4);
      tick("clk");
    }
    assertThat(is("axis_valid")).isFalse();
  }

  @Test
  void aPacketThatIsTooLongDoesNotStick() {
    reset();
    set("wr", 1);
    set("rd", 1);
    set("last", 0);
    int through = 0;
    for (int cycle = 0; cycle < 100; cycle++) {
      set("din", cycle);
      engine().settle();
      through += is("axis_valid") ? 1 : 0;
      tick("clk");
    }
    assertThat(through).isGreaterThan(50);
  }

  @Test
  void memoriesReturnWrittenData() {
    set("rst", 0);
    Random random = new Random(5);
    int[] sp = new int[64];
    sp[0] = 1;
    sp[1] = 0xa;
    sp[2] = 0xbeef;
    sp[3] = 0xdeadbeef;
    int[] sdp = new int[64];
    int[] tdp = new int[64];
    int[] dist = new int[64];
    int[] bytes = new int[64];
    int[] rom = {0x11, 0x22, 0x33, 0x44};
    int spEarly = 0;
    int sdpOut = 0;
    int tdpB = 0;
    for (int cycle = 0; cycle < 3000; cycle++) {
      boolean wr = random.nextBoolean();
      boolean wrB = random.nextInt(3) == 0;
      int be = random.nextInt(16);
      int wa = cycle < 4 ? cycle : random.nextInt(64);
      // Writes of both ports to one address are undefined.
      int ra = (wa + 1 + random.nextInt(63)) % 64;
      int word = random.nextInt();
      set("wr", wr && cycle >= 4 ? 1 : 0);
      wr = is("wr");
      set("last", wrB ? 1 : 0);
      set("rd", 1);
      set("be", be);
      set("wa", wa);
      set("ra", ra);
      set("din", word & 0xffffffffL);
      engine().settle();
      assertThat((int) get("dist_douta")).isEqualTo(dist[wa]);
      assertThat((int) get("dist_doutb")).isEqualTo(dist[ra]);
      int spSecond = spEarly;
      spEarly = sp[wa];
      int mask = 0;
      for (int i = 0; i < 4; i++) {
        mask |= ((be >> i) & 1) != 0 ? 0xff << (8 * i) : 0;
      }
      int merged = (tdp[wa] & ~mask) | (word & mask);
      int tdpA = wr ? merged : tdp[wa];
      tdpB = wrB ? tdpB : tdp[ra];
      sdpOut = sdp[ra];
      int asym = 0;
      for (int i = 0; i < 4; i++) {
        asym |= bytes[ra % 16 * 4 + i] << (8 * i);
      }
      if (wr) {
        sp[wa] = (sp[wa] & ~mask) | (word & mask);
        tdp[wa] = merged;
        sdp[wa] = word;
        dist[wa] = word;
        bytes[wa] = word & 0xff;
      }
      if (wrB) {
        tdp[ra] = ~word;
      }
      tick("clk");
      assertThat((int) get("sp_dout")).as("sp in cycle %d", cycle).isEqualTo(spSecond);
      assertThat((int) get("sdp_dout")).isEqualTo(sdpOut);
      assertThat((int) get("tdp_douta")).as("tdp a in cycle %d", cycle).isEqualTo(tdpA);
      assertThat((int) get("tdp_doutb")).as("tdp b in cycle %d", cycle).isEqualTo(tdpB);
      assertThat((int) get("rom_dout")).isEqualTo(rom[ra % 4]);
      assertThat((int) get("asym_dout")).isEqualTo(asym);
    }
  }

  @Test
  void bitsCrossInOneClockPerRegister() {
    set("bit_in", 1);
    tick("clk");
    for (int i = 0; i < 3; i++) {
      assertThat(is("cdc_single")).isFalse();
      tick("clk_b");
    }
    assertThat(is("cdc_single")).isTrue();
    set("wa", 37);
    tick("clk");
    tick("clk_b");
    tick("clk_b");
    assertThat(get("cdc_gray")).isEqualTo(37);
    assertThat(get("buffered")).isEqualTo(7);
  }

  @Test
  void aPulseArrivesOnce() {
    reset();
    int pulses = 0;
    for (int i = 0; i < 60; i++) {
      set("bit_in", i % 20 == 3 ? 1 : 0);
      tick("clk");
      if (i % 2 == 0) {
        tick("clk_b");
        pulses += is("cdc_pulse") ? 1 : 0;
      }
    }
    assertThat(pulses).isEqualTo(3);
  }

  @Test
  void resetsBeginAtOnceOrWithTheClockAndEndWithIt() {
    set("rst", 0);
    for (int i = 0; i < 4; i++) {
      tick("clk_b");
    }
    assertThat(is("cdc_arst")).isFalse();
    assertThat(is("cdc_srst")).isFalse();
    set("rst", 1);
    engine().settle();
    assertThat(is("cdc_arst")).isTrue();
    assertThat(is("cdc_srst")).isFalse();
    for (int i = 0; i < 3; i++) {
      tick("clk_b");
    }
    assertThat(is("cdc_srst")).isTrue();
    set("rst", 0);
    engine().settle();
    assertThat(is("cdc_arst")).isTrue();
    for (int i = 0; i < 3; i++) {
      tick("clk_b");
    }
    assertThat(is("cdc_arst")).isFalse();
    assertThat(is("cdc_srst")).isFalse();
  }

  @Test
  void everyHandshakeTransfersAWord() {
    set("rd", 0);
    for (int round = 0; round < 5; round++) {
      set("din", 1000 + round);
      set("bit_in", 1);
      int patience = 0;
      while (!is("cdc_req")) {
        tick("clk");
        tick("clk_b");
        assertThat(++patience).isLessThan(20);
      }
      assertThat(get("cdc_word")).isEqualTo(1000 + round);
      set("rd", 1);
      while (!is("cdc_rcv")) {
        tick("clk");
        tick("clk_b");
        assertThat(++patience).isLessThan(40);
      }
      set("bit_in", 0);
      while (is("cdc_rcv") || is("cdc_req")) {
        tick("clk");
        tick("clk_b");
        assertThat(++patience).isLessThan(60);
      }
      set("rd", 0);
    }
  }
}
