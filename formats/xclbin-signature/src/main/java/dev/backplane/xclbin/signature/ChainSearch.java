package dev.backplane.xclbin.signature;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks for a way from a signer's certificate to one of an authority that is believed. */
final class ChainSearch {
  private static final int LONGEST = 8;

  private ChainSearch() {}

  static Optional<String> objection(
      X509Certificate signer,
      List<X509Certificate> between,
      List<X509Certificate> trusted,
      Date date) {
    Set<TrustAnchor> anchors = new HashSet<>();
    for (X509Certificate each : trusted) {
      // A signer that is believed may not make others believed.
      if (each.getBasicConstraints() >= 0) {
        anchors.add(new TrustAnchor(each, null));
      }
    }
    if (anchors.isEmpty()) {
      return Optional.of("neither it nor any authority is in the trust store");
    }
    try {
      var target = new X509CertSelector();
      target.setCertificate(signer);
      var search = new PKIXBuilderParameters(anchors, target);
      search.addCertStore(
          CertStore.getInstance("Collection", new CollectionCertStoreParameters(between)));
      search.setMaxPathLength(LONGEST);
      // Nothing is ever fetched, so there are no lists to ask.
      search.setRevocationEnabled(false);
      search.setDate(date);
      CertPathBuilder.getInstance("PKIX").build(search);
      return Optional.empty();
    } catch (CertPathBuilderException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return Optional.of(
          "no way leads from '%s' to an authority in the trust store (%s)"
              .formatted(signer.getIssuerX500Principal().getName(), cause.getMessage()));
    } catch (GeneralSecurityException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
