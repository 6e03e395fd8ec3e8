package dev.backplane.rtl.ports;

import dev.backplane.rtl.netlist.Port;

/**
 * A reset input of a kernel.
 *
 * @param port the input
 * @param activeLow whether the kernel is in reset while it is 0; the likelier of both if the basis
 *     is {@link Basis#DOUBTFUL}
 * @param basis how that is known
 * @param reason the same for a person, without a full stop
 */
public record ResetPort(Port port, boolean activeLow, Basis basis, String reason) {
  /** How the polarity of a reset is known. */
  public enum Basis {
    /** The description says it. */
    SAID,
    /** The name and the design say it, or one of them, and none contradicts. */
    GUESSED,
    /** The name contradicts the design, or neither says anything: somebody must say it. */
    DOUBTFUL
  }

  /** {@return the polarity as descriptions write it: low or high} */
  public String active() {
    return activeLow ? "low" : "high";
  }

  /** A reset of which the description says the polarity. */
  static ResetPort said(Port port, boolean activeLow) {
    return new ResetPort(port, activeLow, Basis.SAID, "the description says so");
  }

  /** A reset of which only the name is known. */
  static ResetPort named(Port port, ResetName name) {
    return new ResetPort(port, name == ResetName.LOW, Basis.GUESSED, words(name));
  }

  /** A reset of which the name is known, and what it does in the design. */
  static ResetPort found(Port port, ResetName name, boolean used, HeldRegisters.Effect effect) {
    boolean low = effect.isReset() ? effect.isActiveLow() : name == ResetName.LOW;
    boolean marked = name == ResetName.LOW || name == ResetName.HIGH;
    boolean contradiction = marked && effect.isReset() && low != (name == ResetName.LOW);
    boolean nothing = !marked && !effect.isReset() && used;
    return new ResetPort(
        port,
        low,
        contradiction || nothing ? Basis.DOUBTFUL : Basis.GUESSED,
        used ? words(name) + "; " + effect : words(name) + "; nothing in the design uses it");
  }

  private static String words(ResetName name) {
    return switch (name) {
      case LOW -> "its name says active low";
      case HIGH -> "its name says active high";
      case UNMARKED, NONE -> "its name says nothing of the polarity, which is active high by habit";
    };
  }
}
