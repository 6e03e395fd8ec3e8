package dev.backplane.rtl.harness.axi;

/** Formats the state of a channel for messages about stuck kernels. */
final class ChannelStateText {
  private ChannelStateText() {}

  static String of(String channel, boolean valid, boolean ready, long lastHandshake) {
    return "%s valid=%d ready=%d (%s)"
        .formatted(
            channel,
            valid ? 1 : 0,
            ready ? 1 : 0,
            lastHandshake < 0 ? "never used" : "last handshake in cycle " + lastHandshake);
  }
}
