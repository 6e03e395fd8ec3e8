package dev.backplane.xrt.card.board;

/** The levels of the firewall, and where in the card each one stands. */
public enum FirewallPort {
  /** Between the host and the registers of compute units. */
  CONTROL(0, "control"),
  /** Between compute units and device memory. */
  DATA(1, "data"),
  /** Around a compute unit that does not stop when it is told to. */
  EXECUTION(2, "execution");

  private final int level;
  private final String text;

  FirewallPort(int level, String text) {
    this.level = level;
    this.text = text;
  }

  int level() {
    return level;
  }

  String text() {
    return text;
  }
}
