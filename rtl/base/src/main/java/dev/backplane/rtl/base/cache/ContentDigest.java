package dev.backplane.rtl.base.cache;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes names of cache entries from their inputs. */
public final class ContentDigest {
  private final MessageDigest digest = sha256();

  /** Begins with nothing. */
  public ContentDigest() {}

  /** Adds a text and its length. */
  public ContentDigest add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes and their number, so that different inputs never give the same bytes. */
  public ContentDigest add(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
    return this;
  }

  /** {@return the name for all that was added, in hexadecimal; ends the computation} */
  public String hexName() {
    return HexFormat.of().formatHex(digest.digest()).substring(0, 40);
  }

  /** {@return the digest of some bytes, in hexadecimal} */
  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
