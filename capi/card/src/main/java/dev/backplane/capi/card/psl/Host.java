package dev.backplane.capi.card.psl;

import dev.backplane.api.capi.AdapterIdentity;
import java.util.Locale;

/**
 * The processor that cards are attached to. A card's PSL is for one of them (document, "Hardware
 * overview").
 */
public enum Host {
  /** With cards whose PSL has version 8. */
  POWER8(8, 1, Dsisr.CAIA1, 0x0477),
  /** With cards whose PSL has version 9. */
  POWER9(9, 2, Dsisr.CAIA2, 0x0628);

  // Numbers that the kernel's driver looks for.
  private static final int VENDOR = 0x1014;
  private static final int SUBSYSTEM = 0x0001;

  private final int psl;
  private final int caia;
  private final Dsisr dsisr;
  private final int device;

  Host(int psl, int caia, Dsisr dsisr, int device) {
    this.psl = psl;
    this.caia = caia;
    this.dsisr = dsisr;
    this.device = device;
  }

  /** {@return what its cards are on their bus} */
  public AdapterIdentity card() {
    return new AdapterIdentity(VENDOR, device, VENDOR, SUBSYSTEM);
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
