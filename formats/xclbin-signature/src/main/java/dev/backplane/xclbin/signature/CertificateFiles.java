package dev.backplane.xclbin.signature;

import dev.backplane.xclbin.trust.SignatureVerifier;
import dev.backplane.xclbin.trust.TrustStores;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The trust stores of cards: files in PEM, DER and PKCS#12. Stateless. */
public final class CertificateFiles implements TrustStores {
  /** For the service loader. */
  public CertificateFiles() {}

  @Override
  public SignatureVerifier read(Path file, char @Nullable [] password) {
    return TrustStore.read(file, password);
  }
}
