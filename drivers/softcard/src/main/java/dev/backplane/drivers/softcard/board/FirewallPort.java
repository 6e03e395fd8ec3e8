package dev.backplane.drivers.softcard.board;

/** Where the firewall stands, level by level. */
public enum FirewallPort {
  /** Between the host and the registers of compute units. */
  CONTROL("control"),
  /** Between compute units and device memory. */
  DATA("data"),
  /** Around a compute unit that does not stop when it is told to. */
  EXECUTION("execution");

  private final String text;

  FirewallPort(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
