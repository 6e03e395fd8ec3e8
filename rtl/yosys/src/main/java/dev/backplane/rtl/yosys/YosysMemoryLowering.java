package dev.backplane.rtl.yosys;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.NetlistValidator;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.yosys.YosysModule.YosysCell;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Lowers yosys' memory cells to memories with combinational reads and clocked writes. */
final class YosysMemoryLowering {
  private final WordRecovery words;
  private final Clocks clocks;
  private final Consumer<Cell> out;
  private int generatedNames;

  /** Returns the index of a clock, or rejects it. */
  interface Clocks {
    int index(YosysCell cell, int bit, boolean rising, String what);
  }

  /** A memory whose read ports are declared. */
  record Declared(YosysCell cell, List<Signal> reads) {
    List<Integer> clocks() {
      return Arrays.stream(cell.bits("WR_CLK")).boxed().toList();
    }
  }

  YosysMemoryLowering(WordRecovery words, Clocks clocks, Consumer<Cell> out) {
    this.words = words;
    this.clocks = clocks;
    this.out = out;
  }

  Declared declare(YosysCell cell) {
    int width = (int) cell.number("WIDTH");
    List<Signal> reads = new ArrayList<>();
    for (int port = 0; port < cell.number("RD_PORTS"); port++) {
      reads.add(words.drive(part(cell.bits("RD_DATA"), port, width)));
    }
    return new Declared(cell, reads);
  }

  Memory define(Declared declared) {
    YosysCell cell = declared.cell();
    String given = cell.parameters().getOrDefault("MEMID", cell.name()).replaceFirst("^\\\\", "");
    String name = WordRecovery.isGenerated(given) ? "$m" + generatedNames++ : given;
    int width = (int) cell.number("WIDTH");
    long depth = cell.number("SIZE");
    if (depth * width > NetlistValidator.MAX_MEMORY_BITS || depth > Integer.MAX_VALUE) {
      throw new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          words.messagePrefix(cell.source())
              + "memory '%s' has %d words of %d bits, which is more than %d MiB. Make it smaller"
                  .formatted(name, depth, width, NetlistValidator.MAX_MEMORY_BITS >> 23));
    }
    List<Memory.ReadPort> reads = new ArrayList<>();
    for (int port = 0; port < declared.reads().size(); port++) {
      if (cell.flag("RD_CLK_ENABLE", port)) {
        throw new RtlException(
            RtlError.SOURCE_UNSUPPORTED,
            words.messagePrefix(cell.source()) + "memory '" + name + "' has a clocked read inside");
      }
      reads.add(new Memory.ReadPort(address(cell, "RD_ADDR", port), declared.reads().get(port)));
    }
    List<Memory.WritePort> writes = new ArrayList<>();
    for (int port = 0; port < cell.number("WR_PORTS"); port++) {
      if (!cell.flag("WR_CLK_ENABLE", port)) {
        throw new RtlException(
            RtlError.LATCH,
            words.messagePrefix(cell.source())
                + "memory '"
                + name
                + "' is written without a clock. Write it in a clocked block");
      }
      writes.add(
          new Memory.WritePort(
              address(cell, "WR_ADDR", port),
              words.operand(part(cell.bits("WR_DATA"), port, width)),
              words.operand(part(cell.bits("WR_EN"), port, width)),
              clocks.index(
                  cell, cell.bits("WR_CLK")[port], cell.flag("WR_CLK_POLARITY", port), name)));
    }
    return new Memory(name, width, (int) depth, words(cell, width, (int) depth), reads, writes);
  }

  /** Converts an address: addresses in the netlist start at 0, whatever the range in the source. */
  private Operand address(YosysCell cell, String port, int index) {
    int width = (int) cell.number("ABITS");
    int[] bits = part(cell.bits(port), index, width);
    int offset = (int) cell.number("OFFSET");
    if (offset == 0) {
      return words.operand(bits);
    }
    int wide = Math.max(width, 33);
    Signal shifted = words.newSignal(wide);
    BigInteger start = BigInteger.valueOf(offset & 0xffffffffL);
    if (offset < 0) { // a range like [-4:3]: the source's address is signed, as wide as the port
      int sign = bits[bits.length - 1];
      int[] extended = Arrays.copyOf(bits, wide);
      Arrays.fill(extended, bits.length, wide, sign);
      bits = extended;
      start = start.add(BigInteger.ONE.shiftLeft(32));
    }
    out.accept(
        new Cell(
            Operation.SUB, false, List.of(words.operand(bits), Operand.of(start, 33)), shifted));
    return Operand.of(shifted);
  }

  private static int[] part(int[] bits, int index, int width) {
    return Arrays.copyOfRange(bits, index * width, (index + 1) * width);
  }

  private static List<BigInteger> words(YosysCell cell, int width, int depth) {
    String digits = cell.parameters().getOrDefault("INIT", "").replace('x', '0');
    int count = Math.min(depth, digits.length() / width);
    while (count > 0 && word(digits, count - 1, width).signum() == 0) {
      count--;
    }
    return IntStream.range(0, count).mapToObj(i -> word(digits, i, width)).toList();
  }

  private static BigInteger word(String digits, int index, int width) {
    int end = digits.length() - index * width;
    return new BigInteger(digits.substring(end - width, end), 2);
  }
}
