package dev.backplane.rtl.frontend.verilator;

/**
 * The edge that a clocked process waits for.
 *
 * @param signal what has the edge
 * @param rising whether it is a rising one
 * @param place where the source says so
 */
record Trigger(Node signal, boolean rising, Place place) {}
