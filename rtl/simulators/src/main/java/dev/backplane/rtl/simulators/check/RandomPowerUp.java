package dev.backplane.rtl.simulators.check;

import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Register;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Begins a netlist with other values of its registers and memories. Those that begin with 0 get a
 * random one: a netlist does not tell whether its source gives 0 or nothing.
 */
final class RandomPowerUp {
  /** Larger memories keep their contents. */
  private static final int MOST_WORDS = 1 << 16;

  private RandomPowerUp() {}

  static Netlist of(Netlist netlist, long seed) {
    Random random = new Random(seed);
    List<Register> registers =
        netlist.registers().stream()
            .map(
                each ->
                    each.initial().signum() != 0
                        ? each
                        : new Register(
                            each.output(),
                            each.input(),
                            each.clock(),
                            new BigInteger(each.output().width(), random)))
            .toList();
    List<Memory> memories =
        netlist.memories().stream()
            .map(
                each ->
                    !each.initial().isEmpty() || each.depth() > MOST_WORDS
                        ? each
                        : new Memory(
                            each.name(),
                            each.width(),
                            each.depth(),
                            IntStream.range(0, each.depth())
                                .mapToObj(_ -> new BigInteger(each.width(), random))
                                .toList(),
                            each.reads(),
                            each.writes()))
            .toList();
    return new Netlist(
        netlist.top(),
        netlist.signals(),
        netlist.inputs(),
        netlist.outputs(),
        netlist.clocks(),
        netlist.cells(),
        registers,
        memories,
        netlist.effects(),
        netlist.aliases());
  }
}
