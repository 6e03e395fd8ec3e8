package dev.backplane.api;

/** The kind of memory that a bank consists of. */
public enum BankKind {
  /** Memory chips on the board. */
  DDR,
  /** Stacked memory in the package of the device. */
  HBM,
  /** Small memory made of the fabric's own block memories. */
  PLRAM,
  /** Memory of the host that the device reaches. */
  HOST,
  /** Something else that has addresses. */
  OTHER
}
