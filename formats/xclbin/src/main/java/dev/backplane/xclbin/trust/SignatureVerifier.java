package dev.backplane.xclbin.trust;

import dev.backplane.xclbin.Xclbin;
import java.time.Instant;

/** Judges the signatures of containers. Immutable; may be used by several threads. */
@FunctionalInterface
public interface SignatureVerifier {
  /**
   * Judges the signature of a container.
   *
   * @param image the container
   * @param now the time at which certificates have to be valid
   * @return the verdict
   */
  Verdict verify(Xclbin image, Instant now);
}
