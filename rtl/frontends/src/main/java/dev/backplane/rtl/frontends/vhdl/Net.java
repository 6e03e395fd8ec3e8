package dev.backplane.rtl.frontends.vhdl;

/**
 * A net.
 *
 * @param id its number, unique in a design
 * @param width its bits, 0 for a null range of VHDL
 */
record Net(int id, int width) {}
