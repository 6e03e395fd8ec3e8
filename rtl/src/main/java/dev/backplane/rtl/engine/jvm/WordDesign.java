package dev.backplane.rtl.engine.jvm;

import dev.backplane.rtl.netlist.Netlist;
import java.util.List;

/**
 * A design in words.
 *
 * @param netlist what it was made of
 * @param pinWords words that all pins take, and after them one for each clock if there are several:
 *     1 if the clock is one of those that have an edge at the same time
 * @param initial the words of the registers at power-up
 * @param settle what to do on settle
 * @param edges what to do on an edge, by clock, and last, if there are several clocks, on edges of
 *     several; all needs are taken before any effect
 * @param scratchWords the most words that a routine on wide values needs
 * @param words what makes its words
 */
record WordDesign(
    Netlist netlist,
    int pinWords,
    List<Long> initial,
    List<Effect> settle,
    List<List<Effect>> edges,
    int scratchWords,
    Words words) {}
