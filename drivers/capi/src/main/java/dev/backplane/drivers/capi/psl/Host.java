package dev.backplane.drivers.capi.psl;

import java.util.Locale;

/**
 * The processor that cards are attached to. A card's PSL is for one of them (document, "Hardware
 * overview").
 */
public enum Host {
  /** With cards whose PSL has version 8. */
  POWER8(8, 1, Dsisr.CAIA1),
  /** With cards whose PSL has version 9. */
  POWER9(9, 2, Dsisr.CAIA2);

  private final int psl;
  private final int caia;
  private final Dsisr dsisr;

  Host(int psl, int caia, Dsisr dsisr) {
    this.psl = psl;
    this.caia = caia;
    this.dsisr = dsisr;
  }

  /** {@return the version of the PSL that works with it} */
  public int psl() {
    return psl;
  }

  /** {@return the version of the architecture} */
  public int caia() {
    return caia;
  }

  /** {@return how its cards name faults} */
  public Dsisr dsisr() {
    return dsisr;
  }

  /** {@return its name in configurations} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
