package dev.backplane.rtl.engine.verilator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names by content. */
final class Digest {
  private final MessageDigest digest = sha256();

  /** Adds a text; where it ends counts too. */
  Digest add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes; how many they are counts too. */
  Digest add(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
    return this;
  }

  /** {@return the name of all that was added} Short enough for a folder, long enough for ever. */
  String name() {
    return HexFormat.of().formatHex(digest.digest()).substring(0, 40);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
