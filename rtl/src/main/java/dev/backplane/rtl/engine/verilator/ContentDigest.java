package dev.backplane.rtl.engine.verilator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes names of cache entries from their content. */
final class ContentDigest {
  private final MessageDigest digest = sha256();

  /** Adds a text and its length. */
  ContentDigest add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes and their number. */
  ContentDigest add(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
    return this;
  }

  /** {@return the name for all that was added, in hexadecimal} */
  String hexName() {
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
