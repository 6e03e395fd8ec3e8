package dev.backplane.view;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secrets of a server: a token that opens the page once, the cookie that it is exchanged for,
 * and what a script adds to requests that change something. Safe for use by several threads.
 */
final class Sessions {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 24;

  private final String token = secret();
  private final String cookie = secret();
  private final String write = secret();
  private boolean exchanged;

  /** The outcome of showing a token. */
  enum Exchange {
    /** It was the token, for the first time. */
    OPENED,
    /** It was the token, and somebody has used it before. */
    USED,
    /** It was another. */
    WRONG
  }

  String token() {
    return token;
  }

  String cookie() {
    return cookie;
  }

  String write() {
    return write;
  }

  synchronized Exchange exchange(String shown) {
    if (!isSame(token, shown)) {
      return Exchange.WRONG;
    }
    if (exchanged) {
      return Exchange.USED;
    }
    exchanged = true;
    return Exchange.OPENED;
  }

  /** Compares in a time that tells nothing of the secret. */
  static boolean isSame(String secret, String shown) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
  }

  private static String secret() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
