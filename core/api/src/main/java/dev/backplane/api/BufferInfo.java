package dev.backplane.api;

/**
 * The properties of a buffer, as the device reports them.
 *
 * @param size its size in bytes
 * @param address its device address, or {@link Buffer#NO_ADDRESS}
 * @param bank the bank it lies in
 * @param placement where it lies and who reaches it, with what the device added
 * @param word kind, flags and bank as the device's driver would write them in 32 bits; 0 where it
 *     has no such word
 */
public record BufferInfo(long size, long address, Bank bank, Placement placement, int word) {}
