package dev.backplane.xrt.card.config;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.trust.SignatureVerifier;
import dev.backplane.xclbin.trust.Verdict;
import java.time.InstantSource;

/**
 * Decides which images a card accepts by their signatures. As long as signatures are ignored, no
 * cryptography is loaded.
 *
 * @param policy the treatment of an image without a trusted signature
 * @param store judges signatures by the trusted certificates
 * @param clock tells the time at which certificates have to be valid
 */
public record ImageTrust(SignaturePolicy policy, SignatureVerifier store, InstantSource clock) {
  /** Signatures are not looked at. */
  public static final ImageTrust USUAL =
      new ImageTrust(
          SignaturePolicy.IGNORE, (image, now) -> new Verdict.Unsigned(), InstantSource.system());

  /**
   * Looks at the signature of an image.
   *
   * @return what there is to say of it; nothing if signatures are ignored
   * @throws BackplaneException {@link ErrorCode#IMAGE_UNTRUSTED} if the policy refuses it
   */
  public Remark look(Image image, Xclbin file) {
    if (policy == SignaturePolicy.IGNORE) {
      return Remark.NONE;
    }
    Verdict verdict = store.verify(file, clock.instant());
    if (!verdict.trusted() && policy == SignaturePolicy.REQUIRE) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_UNTRUSTED,
              "%s (%d bytes of signature at offset %d); this card requires one that its trust store"
                      .formatted(
                          verdict.text(),
                          file.signature().size(),
                          file.size() - file.signature().size())
                  + " vouches for")
          .during("load")
          .on("image " + image.name())
          .remedy(
              "Sign it with 'backplane image sign', or add the signer to the card's"
                  + " signature.trust_store")
          .build();
    }
    return new Remark(verdict.text(), !verdict.trusted());
  }

  /**
   * A remark on the signature of an image.
   *
   * @param text the words; empty if there are none
   * @param warning whether the signature is not trusted
   */
  public record Remark(String text, boolean warning) {
    public static final Remark NONE = new Remark("", false);
  }
}
