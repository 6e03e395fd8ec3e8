package dev.backplane.api;

/**
 * A memory of a device. Immutable. Banks may be groups of others: then their ranges overlap and
 * they share what is free.
 *
 * @param index its number, by which arguments name it
 * @param name its name, for example {@code DDR[0]}
 * @param address its first device address
 * @param size its size in bytes
 * @param kind what it is made of
 */
public record Bank(int index, String name, long address, long size, BankKind kind) {
  /** A bank of memory chips on the board. */
  public Bank(int index, String name, long address, long size) {
    this(index, name, address, size, BankKind.DDR);
  }
}
