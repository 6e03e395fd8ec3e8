package dev.backplane.rtl.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.backplane.rtl.engines.trace.PinFilter;
import dev.backplane.rtl.engines.trace.Probes;
import dev.backplane.rtl.netlist.CanonicalNetlist;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistReader;
import dev.backplane.rtl.netlist.NetlistValidator;
import dev.backplane.rtl.netlist.NetlistWriter;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.netlist.pass.ConstantBits;
import dev.backplane.rtl.netlist.pass.DuplicateRegisters;
import dev.backplane.rtl.netlist.pass.Pass;
import dev.backplane.rtl.netlist.pass.Passes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** No pin of a design shows which passes it went through: random designs, before and after. */
class PassesTest {
  private static final int DESIGNS = Integer.getInteger("backplane.random.designs", 300) / 8;
  private static final int CYCLES = 60;

  @Test
  void simplificationChangesNoPin() {
    assertNoPinChanges(Passes.SIMPLIFICATION);
  }

  @Test
  void constantBitsChangeNoPin() {
    assertNoPinChanges(new ConstantBits());
  }

  @Test
  void duplicateRegistersChangeNoPin() {
    assertNoPinChanges(new DuplicateRegisters());
  }

  @Test
  void aChainOfChoicesOverOneSelectorBecomesATable() {
    StringBuilder text = new StringBuilder("backplane-netlist 1\ntop t\ninput clk 1\ninput s 5\n");
    text.append("input a 8\nclock clk\nregister q 9 = $last clock clk initial 0\n");
    for (int i = 0; i < 20; i++) {
      text.append("cell e%d 1 = eq s 5'h%x\n".formatted(i, i + 3));
      text.append(
          "cell c%d 9 = mux %s 9'h%x e%d\n"
              .formatted(i, i == 0 ? "9'h1ff" : "c" + (i - 1), i * 37 % 512, i));
    }
    text.append("cell odd 1 = xor e3 e5\ncell $last 9 = add c19 a\n");
    text.append("output y 9 = q\noutput z 1 = odd\nend\n");
    Netlist before = NetlistReader.read(text.toString());
    Netlist after = Passes.run(before);
    assertThat(after.memories()).singleElement().extracting(Memory::width).isEqualTo(10);
    assertThat(after.cells()).hasSize(1);
    assertSamePins(before, after, 1);
  }

  /** A chain over some bits that has constants for the values from 3 on. */
  private static Netlist longChain(int bits, int cases, String otherwise) {
    StringBuilder text = new StringBuilder("backplane-netlist 1\ntop t\ninput clk 1\n");
    text.append("input s %d\ninput a 90\nclock clk\n".formatted(bits));
    text.append("register q 90 = $last clock clk initial 0\n");
    for (int i = 0; i < cases; i++) {
      text.append("cell e%d 1 = eq s %d'h%x\n".formatted(i, bits, i + 3));
      BigInteger value = BigInteger.valueOf(i + 1).pow(8).mod(BigInteger.ONE.shiftLeft(90));
      text.append(
          "cell c%d 90 = mux %s 90'h%x e%d\n"
              .formatted(i, i == 0 ? otherwise : "c" + (i - 1), value, i));
    }
    text.append("cell $last 90 = xor c%d a\noutput y 90 = q\nend\n".formatted(cases - 1));
    return NetlistReader.read(text.toString());
  }

  @Test
  void aLongChainOfConstantsBecomesAMemoryHoweverWideItsWordIs() {
    Netlist before = longChain(10, 700, "90'h155");
    Netlist after = Passes.run(before);
    assertThat(after.memories()).singleElement().extracting(Memory::depth).isEqualTo(1024);
    assertThat(after.cells()).hasSize(1);
    assertSamePins(before, after, 1);
  }

  @Test
  void aChainOfConstantsStaysWhereAMemoryWouldBeMostlyEmptyOrNotAllIsKnown() {
    assertThat(Passes.run(longChain(16, 300, "90'h155")).memories()).isEmpty();
    assertThat(Passes.run(longChain(10, 700, "a")).memories()).isEmpty();
  }

  @Test
  void aRotationIsWiring() {
    Netlist before =
        NetlistReader.read(
            """
            backplane-netlist 1
            top t
            input clk 1
            input a 32
            clock clk
            cell l 32 = shl a 5'h7
            cell r 32 = shr a 5'h19
            cell y 32 = or l r
            output y 32 = y
            end
            """);
    Netlist after = Passes.run(before);
    assertThat(after.cells()).isEmpty();
    assertSamePins(before, after, 2);
  }

  /** Counters that follow each other's wrap, a flag that is only ever cleared, an unused memory. */
  @Test
  void registersThatAreConstantNarrowOrEqualAreFoundThroughEachOther() {
    Netlist before =
        NetlistReader.read(
            """
            backplane-netlist 1
            top t
            input clk 1
            input slow 1
            input en 1
            input d 3
            clock clk
            clock "~slow"
            register once 1 = $both clock clk initial 0
            register twice 1 = once clock "~slow" initial 0
            register left 32 = $left clock clk initial 7
            register right 32 = $right clock clk initial 7
            register other 32 = $right clock "~slow" initial 7
            register small 32 = {29'h0,d} clock clk initial 0
            memory twoPorts 4 8
              read $m = d
              write d = left[3:0] enable {once,once,once,once} clock clk
              write small[2:0] = right[3:0] enable {twice,twice,twice,twice} clock "~slow"
            cell $both 1 = and once en
            cell $sum 32 = add left small
            cell $sum2 32 = add right small
            cell $left 32 = mux left $sum en
            cell $right 32 = mux right $sum2 en
            output a 32 = left
            output b 32 = right
            output c 32 = other
            output m 4 = $m
            output f 1 = twice
            end
            """);
    Netlist after = Passes.run(before);
    assertThat(after.registers())
        .extracting(register -> register.output().width())
        .containsExactlyInAnyOrder(32, 32, 3);
    assertThat(after.memories()).isEmpty();
    assertThat(after.aliases()).containsOnlyKeys("once", "twice", "right", "small");
    assertThat(after.clocks()).isEqualTo(before.clocks());
    assertSamePins(before, after, 3);
    Netlist shown = Probes.add(after, new PinFilter(List.of("*")));
    assertThat(shown.outputs().keySet())
        .extracting(Port::name, Port::width)
        .contains(
            tuple("once", 1),
            tuple("twice", 1),
            tuple("left", 32),
            tuple("right", 32),
            tuple("other", 32),
            tuple("small", 32));
    assertSamePins(Probes.add(before, new PinFilter(List.of("*"))), shown, 4);
  }

  @Test
  void heldInputsAreConstantsAndTheirPortsStay() {
    for (int i = 0; i < DESIGNS; i++) {
      Netlist before = design(i);
      Map<Port, BigInteger> held = new LinkedHashMap<>();
      for (Port port : before.inputs().keySet()) {
        if (port.name().startsWith("in") && held.size() < 2) {
          held.put(port, BigInteger.valueOf(5L * i).mod(BigInteger.TWO.pow(port.width())));
        }
      }
      Netlist after = Passes.run(before, held);
      assertThat(after.ports()).isEqualTo(before.ports());
      for (Port port : held.keySet()) {
        assertThat(Passes.run(after, Map.of(port, BigInteger.ONE))).isEqualTo(after);
      }
      try (var expected = JvmEngine.compile(before).newEngine();
          var actual = JvmEngine.compile(after).newEngine()) {
        for (Engine engine : List.of(expected, actual)) {
          engine.pins().stream()
              .filter(pin -> held.containsKey(pin.port()))
              .forEach(pin -> pin.set(Objects.requireNonNull(held.get(pin.port())).longValue()));
        }
        LockstepComparison.compare("design " + i, held.keySet(), expected, actual, i, CYCLES);
      }
    }
  }

  @Test
  void aLoopIsRefusedBeforeAnyPassRuns() {
    Signal signal = new Signal(0, "a", 1);
    Netlist loop =
        new Netlist(
            "t",
            List.of(signal),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            List.of(),
            List.of(new Cell(Operation.NOT, false, List.of(Operand.of(signal)), signal)),
            List.of(),
            List.of());
    assertThatThrownBy(() -> Passes.run(loop)).hasMessageContaining("a -> a");
  }

  /** Each sum takes the one before twice: there are 2^64 paths through them. */
  @Test
  void lowBitsOfManySumsAreFoundInTime() {
    StringBuilder text = new StringBuilder("backplane-netlist 1\ntop t\ninput s0 32\n");
    for (int i = 1; i < 20_000; i++) {
      text.append("cell s%d 32 = add s%d s%d\n".formatted(i, i - 1, i - 1));
    }
    Netlist netlist = Passes.run(NetlistReader.read(text + "output y 8 = s19999[7:0]\nend\n"));
    assertThat(netlist.cells()).allMatch(cell -> cell.output().width() == 8);
  }

  @Test
  void allPassesTogetherAndAllButOneChangeNoPin() {
    assertNoPinChanges(Passes::run);
    for (Pass off : Passes.ALL) {
      List<Pass> others = new ArrayList<>(Passes.ALL);
      others.remove(off);
      assertNoPinChanges(netlist -> Passes.run(netlist, others));
    }
  }

  @Test
  void equalDesignsGiveEqualNetlistsAndASecondRunFindsNothing() {
    for (int i = 0; i < DESIGNS; i++) {
      Netlist once = Passes.run(design(i));
      assertThat(NetlistWriter.write(Passes.run(design(i)))).isEqualTo(NetlistWriter.write(once));
      assertThat(NetlistReader.read(NetlistWriter.write(once)).aliases().keySet())
          .isEqualTo(once.aliases().keySet());
      Netlist twice = Passes.run(once);
      assertThat(twice.registers().size()).isEqualTo(once.registers().size());
    }
  }

  private static Netlist design(int i) {
    return RandomNetlist.of(7_000_003L + i, 4 + i % 60, i % 3 == 0 ? 64 : 200);
  }

  private static void assertNoPinChanges(Pass pass) {
    int smaller = 0;
    for (int i = 0; i < DESIGNS; i++) {
      Netlist before = design(i);
      Netlist after = pass.apply(before);
      NetlistValidator.validate(CanonicalNetlist.of(after));
      smaller += after.registers().size() < before.registers().size() ? 1 : 0;
      assertSamePins(before, after, i);
    }
    assertThat(smaller).isPositive();
  }

  private static void assertSamePins(Netlist before, Netlist after, int seed) {
    try (var expected = JvmEngine.compile(before).newEngine();
        var actual = JvmEngine.compile(after).newEngine()) {
      LockstepComparison.compare("design " + seed, expected, actual, seed, CYCLES);
    }
  }
}
