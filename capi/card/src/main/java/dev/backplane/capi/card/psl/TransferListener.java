package dev.backplane.capi.card.psl;

/** Decides of transfers that cannot be made. */
interface TransferListener {
  /**
   * An address cannot be used.
   *
   * @param tag of the command
   * @param store whether it writes
   * @param forbidden whether memory is there that may not be written
   */
  void faulted(int tag, boolean store, boolean forbidden);

  /** {@return whether a command is given up, because of a fault before it} */
  boolean isFlushed(int tag);
}
