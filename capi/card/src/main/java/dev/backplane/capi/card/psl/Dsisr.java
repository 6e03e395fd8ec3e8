package dev.backplane.capi.card.psl;

/** The codes by which a PSL reports the cause of a fault, by the version of the architecture. */
public enum Dsisr {
  /** PSL8: missing or protected pages, loads and stores. */
  CAIA1(0x4000_0000_4000_0000L, 0x4000_0000_0800_0000L, 0x0200_0000L),
  /**
   * PSL9: no entry of a page. It has no code of its own for an entry that forbids the access; it is
   * told by the bit of PSL8.
   */
  CAIA2(0x1000_0000_0000_0088L, 0x1000_0000_0800_0088L, 0x0200_0000L);

  private final long missing;
  private final long forbidden;
  private final long store;

  Dsisr(long missing, long forbidden, long store) {
    this.missing = missing;
    this.forbidden = forbidden;
    this.store = store;
  }

  /**
   * {@return the value for an access}
   *
   * @param protection whether the page is there and forbids it
   * @param isStore whether it was a store
   */
  public long of(boolean protection, boolean isStore) {
    return (protection ? forbidden : missing) | (isStore ? store : 0);
  }
}
