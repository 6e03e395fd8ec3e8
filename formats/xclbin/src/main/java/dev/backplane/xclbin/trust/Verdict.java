package dev.backplane.xclbin.trust;

/** The result of verifying a signature. */
public sealed interface Verdict {
  /** {@return whether somebody whom the trust store vouches for signed this very image} */
  default boolean trusted() {
    return this instanceof Trusted;
  }

  /** {@return the verdict in a sentence without its end} */
  String text();

  /** There is no signature. */
  record Unsigned() implements Verdict {
    @Override
    public String text() {
      return "the image is not signed";
    }
  }

  /**
   * The signature is of this image, and its signer is vouched for.
   *
   * @param signer the subject of the signer's certificate
   * @param algorithm how it is signed, such as SHA512withRSA
   */
  record Trusted(String signer, String algorithm) implements Verdict {
    @Override
    public String text() {
      return "signed by %s, %s".formatted(signer, algorithm);
    }
  }

  /**
   * The signature is of this image, but nothing in the trust store vouches for its signer.
   *
   * @param signer the subject of the signer's certificate
   * @param reason why not
   */
  record Untrusted(String signer, String reason) implements Verdict {
    @Override
    public String text() {
      return "signed by %s, who is not trusted: %s".formatted(signer, reason);
    }
  }

  /**
   * The signature is damaged, of another image, or of a signer whose certificate is nowhere.
   *
   * @param reason why
   */
  record Broken(String reason) implements Verdict {
    @Override
    public String text() {
      return "the signature is not good: " + reason;
    }
  }
}
