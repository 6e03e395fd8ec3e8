package dev.backplane.api;

/**
 * A memory of a device. Immutable.
 *
 * @param index its number, by which arguments name it
 * @param name its name, for example {@code DDR[0]}
 * @param address its first device address
 * @param size its size in bytes
 */
public record Bank(int index, String name, long address, long size) {}
