package dev.backplane.xrt.card.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The treatment of an image whose signature is not trusted. */
public enum SignaturePolicy {
  /** Signatures are not looked at. */
  IGNORE,
  /** The image is loaded, and what is wrong is reported. */
  WARN,
  /** The image is refused. */
  REQUIRE;

  /** {@return the word for it in configurations} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Looks a word up.
   *
   * @param text a word
   * @return the policy, or empty if there is none of that name
   */
  public static Optional<SignaturePolicy> parse(String text) {
    return Arrays.stream(values()).filter(policy -> policy.text().equals(text)).findFirst();
  }
}
