package dev.backplane.rtl.netlist;

import java.math.BigInteger;
import java.util.List;

/**
 * An array of words. Reads are combinational (a registered read is a read into a {@link Register}).
 * Writes happen at clock edges, from values settled before the edge; later write ports of the list
 * override earlier ones. Reads outside the array give 0, writes outside do nothing.
 *
 * @param name the name in the source
 * @param width bits of a word
 * @param depth words
 * @param initial the words at power-up, from the first; missing ones are 0
 * @param reads read ports
 * @param writes write ports
 */
public record Memory(
    String name,
    int width,
    int depth,
    List<BigInteger> initial,
    List<ReadPort> reads,
    List<WritePort> writes) {

  /**
   * A combinational read.
   *
   * @param address the address of the word, from 0
   * @param output the word
   */
  public record ReadPort(Operand address, Signal output) {}

  /**
   * A clocked write.
   *
   * @param address which word
   * @param data the word
   * @param enable one bit per bit of the word; only those that are 1 are written
   * @param clock an index into {@link Netlist#clocks()}
   */
  public record WritePort(Operand address, Operand data, Operand enable, int clock) {}

  /** Copies the lists. */
  public Memory {
    initial = List.copyOf(initial);
    reads = List.copyOf(reads);
    writes = List.copyOf(writes);
  }
}
