package dev.backplane.xclbin.signature;

import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.trust.Verdict;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.operator.DefaultAlgorithmNameFinder;
import org.bouncycastle.operator.OperatorCreationException;

/** One signature while it is judged. Nothing in it is believed but what the image confirms. */
final class Verification {
  /** Hashes of which no collisions are known. */
  private static final Map<String, String> HASHES =
      Map.of(
          NISTObjectIdentifiers.id_sha256.getId(), "SHA-256",
          NISTObjectIdentifiers.id_sha384.getId(), "SHA-384",
          NISTObjectIdentifiers.id_sha512.getId(), "SHA-512",
          NISTObjectIdentifiers.id_sha3_256.getId(), "SHA3-256",
          NISTObjectIdentifiers.id_sha3_384.getId(), "SHA3-384",
          NISTObjectIdentifiers.id_sha3_512.getId(), "SHA3-512");

  private final TrustStore trust;
  private final Xclbin image;
  private final Instant now;

  Verification(TrustStore trust, Xclbin image, Instant now) {
    this.trust = trust;
    this.image = image;
    this.now = now;
  }

  /** Every signer has to be good; the verdict is that of the first who is not. */
  Verdict verdict() {
    try {
      byte[] der = image.signature().toArray();
      var signed = new CMSSignedData(new CMSProcessableByteArray(image.signedImage()), der);
      if (signed.toASN1Structure().getEncoded().length != der.length) {
        return new Verdict.Broken("bytes follow it that do not belong to it");
      }
      if (!signed.isDetachedSignature()) {
        return new Verdict.Broken("it brings content of its own; sign detached");
      }
      var signers = signed.getSignerInfos().getSigners();
      if (signers.isEmpty()) {
        return new Verdict.Broken("nobody signed");
      }
      List<X509Certificate> brought = brought(signed);
      Verdict last = new Verdict.Broken("nobody signed");
      for (SignerInformation signer : signers) {
        last = verdict(signer, brought);
        if (!last.trusted()) {
          return last;
        }
      }
      return last;
    } catch (CMSException | CertificateException | java.io.IOException e) {
      return new Verdict.Broken("it is no PKCS#7 in DER: " + e.getMessage());
    } catch (RuntimeException e) {
      // The parser lets malformed input out as exceptions of many kinds.
      return new Verdict.Broken("it is no PKCS#7 in DER: " + e);
    }
  }

  private static List<X509Certificate> brought(CMSSignedData signed) throws CertificateException {
    List<X509Certificate> certificates = new ArrayList<>();
    for (X509CertificateHolder holder : signed.getCertificates().getMatches(null)) {
      certificates.add(new JcaX509CertificateConverter().getCertificate(holder));
    }
    return certificates;
  }

  private Verdict verdict(SignerInformation signer, List<X509Certificate> brought)
      throws CertificateException, CMSException {
    if (!HASHES.containsKey(signer.getDigestAlgOID())) {
      return new Verdict.Broken(
          "hash %s is not accepted, only %s"
              .formatted(
                  new DefaultAlgorithmNameFinder().getAlgorithmName(signer.getDigestAlgorithmID()),
                  HASHES.values().stream().sorted().toList()));
    }
    Optional<X509Certificate> found = certificate(signer, brought);
    if (found.isEmpty()) {
      return new Verdict.Broken(
          "the certificate of its signer, number %s of '%s', is neither in it nor in the trust store"
              .formatted(signer.getSID().getSerialNumber(), signer.getSID().getIssuer()));
    }
    X509Certificate certificate = found.get();
    try {
      var verifier = new JcaSimpleSignerInfoVerifierBuilder().build(certificate.getPublicKey());
      if (!signer.verify(verifier)) {
        return new Verdict.Broken("it is not of this image; the image was changed after signing");
      }
    } catch (OperatorCreationException e) {
      return new Verdict.Broken("its kind cannot be checked here: " + e.getMessage());
    } catch (CMSException e) {
      return new Verdict.Broken(
          "it is not of this image; the image was changed after signing: " + e.getMessage());
    }
    String subject = certificate.getSubjectX500Principal().getName();
    return trust
        .objection(certificate, brought, now)
        .<Verdict>map(reason -> new Verdict.Untrusted(subject, reason))
        .orElseGet(() -> new Verdict.Trusted(subject, algorithm(signer, certificate)));
  }

  private Optional<X509Certificate> certificate(
      SignerInformation signer, List<X509Certificate> brought) throws CertificateException {
    List<X509Certificate> candidates = new ArrayList<>(trust.certificates());
    candidates.addAll(brought);
    for (X509Certificate each : candidates) {
      if (signer.getSID().match(new JcaX509CertificateHolder(each))) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private static String algorithm(SignerInformation signer, X509Certificate certificate) {
    return HASHES.get(signer.getDigestAlgOID())
        + " with "
        + certificate.getPublicKey().getAlgorithm();
  }
}
