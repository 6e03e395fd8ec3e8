package dev.backplane.rtl.engines.jvm;

import dev.backplane.rtl.netlist.Netlist;
import java.util.List;

/**
 * A design lowered to words.
 *
 * @param netlist the netlist it was lowered from
 * @param pinWords the number of words of all pins and, after them, of one clock word per clock if
 *     there are several: 1 if the clock is one of those with an edge at the same time
 * @param initial the initial values of the register slots
 * @param settle the effects of settle
 * @param edges the effects of an edge, by clock; last, if there are several clocks, those of
 *     simultaneous edges. All operands are read before any effect takes place
 * @param scratchWords the most words that a wide routine uses
 * @param graph the graph of its words
 */
record WordDesign(
    Netlist netlist,
    int pinWords,
    List<Long> initial,
    List<Effect> settle,
    List<List<Effect>> edges,
    int scratchWords,
    WordGraph graph) {}
