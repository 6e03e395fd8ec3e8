package dev.backplane.rtl.harness.ports;

import dev.backplane.rtl.netlist.Port;

/**
 * A reset input of a kernel.
 *
 * @param port the input
 * @param activeLow whether the kernel is in reset while it is 0; the likelier polarity if the basis
 *     is {@link Basis#AMBIGUOUS}
 * @param basis how the polarity is known
 * @param reason the same as text for messages, without a full stop
 */
public record ResetPort(Port port, boolean activeLow, Basis basis, String reason) {
  /** The source of the polarity of a reset. */
  public enum Basis {
    /** From the description. */
    DESCRIBED,
    /** From the protocol, of which it is. */
    DEFINED,
    /** From the name or the design or both, without a contradiction. */
    INFERRED,
    /** The name contradicts the design, or neither shows a polarity: the user has to specify it. */
    AMBIGUOUS
  }

  /** {@return the polarity in the form of descriptions: low or high} */
  public String active() {
    return activeLow ? "low" : "high";
  }

  /** A reset with a polarity from the description. */
  static ResetPort described(Port port, boolean activeLow) {
    return new ResetPort(port, activeLow, Basis.DESCRIBED, "the description says so");
  }

  /** A reset of a protocol. */
  static ResetPort defined(Port port, boolean activeLow, BusProtocol protocol) {
    return new ResetPort(
        port, activeLow, Basis.DEFINED, "the protocol " + protocol.name() + " defines it");
  }

  /** A reset with a polarity from its name only. */
  static ResetPort inferredFromName(Port port, ResetNamePolarity name) {
    return new ResetPort(port, name == ResetNamePolarity.LOW, Basis.INFERRED, words(name));
  }

  /** A reset with a polarity from its name and its effect in the design. */
  static ResetPort inferred(
      Port port, ResetNamePolarity name, boolean used, ResetAnalysis.ResetEffect effect) {
    boolean low = effect.isReset() ? effect.isActiveLow() : name == ResetNamePolarity.LOW;
    boolean marked = name == ResetNamePolarity.LOW || name == ResetNamePolarity.HIGH;
    boolean contradiction = marked && effect.isReset() && low != (name == ResetNamePolarity.LOW);
    boolean nothing = !marked && !effect.isReset() && used;
    return new ResetPort(
        port,
        low,
        contradiction || nothing ? Basis.AMBIGUOUS : Basis.INFERRED,
        used ? words(name) + "; " + effect : words(name) + "; nothing in the design uses it");
  }

  private static String words(ResetNamePolarity name) {
    return switch (name) {
      case LOW -> "its name says active low";
      case HIGH -> "its name says active high";
      case UNMARKED, NONE -> "its name says nothing of the polarity, which is active high by habit";
    };
  }
}
