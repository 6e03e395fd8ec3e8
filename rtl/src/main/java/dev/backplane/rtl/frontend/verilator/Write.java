package dev.backplane.rtl.frontend.verilator;

/**
 * A write into a memory.
 *
 * @param memory which
 * @param address of the word
 * @param data the word
 * @param mask the bits of it that are written
 * @param enable whether it happens
 * @param blocking whether reads after it in its process see it
 * @param place where
 */
record Write(
    Variable memory,
    Node address,
    Node data,
    Node mask,
    Node enable,
    boolean blocking,
    Place place) {}
