package dev.backplane.xclbin.signature;

import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.trust.SignatureError;
import dev.backplane.xclbin.trust.SignatureException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.ContentInfo;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.pkcs.PKCS12PfxPdu;
import org.bouncycastle.pkcs.PKCS12SafeBag;
import org.bouncycastle.pkcs.PKCS12SafeBagFactory;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEInputDecryptorProviderBuilder;
import org.jspecify.annotations.Nullable;

/** Reads the files that keys and certificates come in. */
final class KeyFiles {
  /** A store of certificates has some hundred kilobytes; nothing larger is read into memory. */
  private static final long MOST_BYTES = 16 << 20;

  private KeyFiles() {}

  static byte[] read(Path file) {
    try {
      return RegularFile.read(file, MOST_BYTES);
    } catch (IOException e) {
      throw new SignatureException(
          SignatureError.IO, "%s cannot be read: %s".formatted(file, e), e);
    }
  }

  static boolean isPem(byte[] content) {
    return new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN ");
  }

  /** Reads all certificates of a PEM file or a single one in DER. */
  static List<X509Certificate> certificates(Path file, byte[] content) {
    List<X509Certificate> found = new ArrayList<>();
    try {
      for (var each :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(content))) {
        if (each instanceof X509Certificate certificate) {
          found.add(certificate);
        }
      }
    } catch (CertificateException e) {
      throw noCertificate(file, String.valueOf(e.getMessage()), e);
    }
    if (found.isEmpty()) {
      throw noCertificate(file, "there is none in it", null);
    }
    return found;
  }

  static SignatureException noCertificate(Path file, String why, @Nullable Throwable cause) {
    return new SignatureException(
        SignatureError.BAD_CERTIFICATE,
        "%s is no file of X.509 certificates in PEM or PKCS#12: %s".formatted(file, why),
        cause);
  }

  /**
   * Opens a PKCS#12 file. The JDK's own reader leaves out certificates without a Java attribute, as
   * openssl writes them.
   */
  static KeyStore pkcs12(Path file, byte[] content, char @Nullable [] password) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12", new BouncyCastleProvider());
      store.load(new ByteArrayInputStream(content), password == null ? new char[0] : password);
      return store;
    } catch (IOException e) {
      boolean wrong = String.valueOf(e.getMessage()).contains("password");
      throw wrong
          ? new SignatureException(
              SignatureError.WRONG_PASSWORD,
              "%s does not open with %s"
                  .formatted(file, password == null ? "no password" : "this password"),
              e)
          : noCertificate(file, String.valueOf(e.getMessage()), e);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw noCertificate(file, String.valueOf(e.getMessage()), e);
    }
  }

  /** All certificates of a PKCS#12 file, also those that belong to no key and have no name. */
  static List<X509Certificate> pkcs12Certificates(
      Path file, byte[] content, char @Nullable [] password) {
    pkcs12(file, content, password);
    var opener =
        new JcePKCSPBEInputDecryptorProviderBuilder()
            .setProvider(new BouncyCastleProvider())
            .build(password == null ? new char[0] : password);
    List<X509Certificate> found = new ArrayList<>();
    try {
      for (ContentInfo part : new PKCS12PfxPdu(content).getContentInfos()) {
        boolean locked = part.getContentType().equals(PKCSObjectIdentifiers.encryptedData);
        var bags = locked ? new PKCS12SafeBagFactory(part, opener) : new PKCS12SafeBagFactory(part);
        for (PKCS12SafeBag bag : bags.getSafeBags()) {
          if (bag.getBagValue() instanceof X509CertificateHolder holder) {
            found.add(new JcaX509CertificateConverter().getCertificate(holder));
          }
        }
      }
    } catch (IOException | PKCSException | CertificateException | RuntimeException e) {
      throw noCertificate(file, String.valueOf(e.getMessage()), e);
    }
    if (found.isEmpty()) {
      throw noCertificate(file, "there is none in it", null);
    }
    return found;
  }
}
