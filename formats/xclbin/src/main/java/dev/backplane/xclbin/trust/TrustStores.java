package dev.backplane.xclbin.trust;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of trusted certificates. A service: the artifact {@code backplane-xclbin-signature}
 * provides it, and nothing else of Backplane needs that artifact.
 */
public interface TrustStores {
  /**
   * Reads a file of certificates: PEM with one or several, DER with one, or PKCS#12.
   *
   * @param file the file
   * @param password the password of a PKCS#12 file; null if it has none
   * @return a verifier that trusts these certificates, and those that they vouch for
   * @throws SignatureException if the file cannot be read or holds no certificate
   */
  SignatureVerifier read(Path file, char @Nullable [] password);
}
