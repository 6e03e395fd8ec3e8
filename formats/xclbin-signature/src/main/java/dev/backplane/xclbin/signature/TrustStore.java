package dev.backplane.xclbin.signature;

import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.trust.SignatureException;
import dev.backplane.xclbin.trust.SignatureVerifier;
import dev.backplane.xclbin.trust.Verdict;
import java.nio.file.Path;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of those who are believed: signers themselves, or authorities whose signers are.
 * Immutable; may be used by several threads.
 */
public final class TrustStore implements SignatureVerifier {
  /** Nobody is believed: signatures are checked against the image, their signers are not. */
  public static final TrustStore EMPTY = new TrustStore(List.of());

  private final List<X509Certificate> certificates;

  private TrustStore(List<X509Certificate> certificates) {
    this.certificates = List.copyOf(certificates);
  }

  /**
   * Takes certificates.
   *
   * @param certificates those of the believed
   * @return the store
   */
  public static TrustStore of(List<X509Certificate> certificates) {
    return new TrustStore(certificates);
  }

  /**
   * Reads a file of certificates: PEM with one or several, DER with one, or PKCS#12.
   *
   * @param file the file
   * @param password what opens a PKCS#12 file; null if nothing does
   * @return the store
   * @throws SignatureException if it cannot be read or holds no certificate
   */
  public static TrustStore read(Path file, char @Nullable [] password) {
    byte[] content = KeyFiles.read(file);
    if (KeyFiles.isPem(content)) {
      return new TrustStore(KeyFiles.certificates(file, content));
    }
    try {
      return new TrustStore(KeyFiles.certificates(file, content));
    } catch (SignatureException e) {
      return new TrustStore(KeyFiles.pkcs12Certificates(file, content, password));
    }
  }

  /** {@return the certificates} */
  public List<X509Certificate> certificates() {
    return certificates;
  }

  @Override
  public Verdict verify(Xclbin image, Instant now) {
    if (image.signature().isEmpty()) {
      return new Verdict.Unsigned();
    }
    return new Verification(this, image, now).verdict();
  }

  /** {@return why a certificate is not believed, empty if it is} */
  Optional<String> objection(X509Certificate signer, List<X509Certificate> between, Instant now) {
    boolean[] usage = signer.getKeyUsage();
    if (usage != null && !usage[0]) {
      return Optional.of("its certificate is not for signing");
    }
    Date date = Date.from(now);
    try {
      signer.checkValidity(date);
    } catch (CertificateExpiredException e) {
      return Optional.of("its certificate expired on " + signer.getNotAfter().toInstant());
    } catch (CertificateNotYetValidException e) {
      return Optional.of("its certificate is valid from " + signer.getNotBefore().toInstant());
    }
    if (certificates.contains(signer)) {
      return Optional.empty();
    }
    return ChainSearch.objection(signer, between, certificates, date);
  }
}
