package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;

/**
 * A write to a memory.
 *
 * @param memory the memory
 * @param address the address
 * @param data the word
 * @param mask the bits that are written
 * @param enable whether the write takes place
 * @param blocking whether later reads of its process see it
 * @param location its location
 */
record MemoryWrite(
    Variable memory,
    Node address,
    Node data,
    Node mask,
    Node enable,
    boolean blocking,
    SourceLocation location) {}
