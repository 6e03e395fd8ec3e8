package dev.backplane.rtl.harness;

/** The state of a channel in words, for a kernel that got stuck. */
final class ChannelState {
  private ChannelState() {}

  static String of(String channel, boolean valid, boolean ready, long lastHandshake) {
    return "%s valid=%d ready=%d (%s)"
        .formatted(
            channel,
            valid ? 1 : 0,
            ready ? 1 : 0,
            lastHandshake < 0 ? "never used" : "last handshake in cycle " + lastHandshake);
  }
}
