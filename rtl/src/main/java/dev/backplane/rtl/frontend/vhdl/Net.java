package dev.backplane.rtl.frontend.vhdl;

/**
 * What a gate drives.
 *
 * @param id its number, unique in a design
 * @param width its bits, 0 for the null ranges of VHDL
 */
record Net(int id, int width) {}
