package dev.backplane.xclbin.signature;

import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemWriter;

/** Somebody with a key and a certificate, for tests. */
record People(KeyPair keys, X509Certificate certificate) {
  static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2036-01-01T00:00:00Z");

  /** A container with a mirror. */
  static Xclbin image() {
    return Xclbin.builder()
        .platform("backplane_softcard_1")
        .add(SectionKind.BITSTREAM, "some bits".getBytes(StandardCharsets.US_ASCII))
        .add(SectionKind.USER_METADATA, new byte[100])
        .trailer(
            Bytes.of(
                "XCLBIN_MIRROR_DATA_START{}XCLBIN_MIRROR_DATA_END"
                    .getBytes(StandardCharsets.US_ASCII)))
        .build();
  }

  static KeyPair keys(String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (algorithm.equals("RSA")) {
        generator.initialize(2048);
      } else if (algorithm.equals("EC")) {
        generator.initialize(256);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static People authority(String name, KeyPair keys) {
    return certified(name, keys, null, true, KeyUsage.keyCertSign | KeyUsage.cRLSign, UNTIL);
  }

  People signer(String name, KeyPair keys) {
    return certified(name, keys, this, false, KeyUsage.digitalSignature, UNTIL);
  }

  People signer(String name, KeyPair keys, int usage, Instant until) {
    return certified(name, keys, this, false, usage, until);
  }

  private static People certified(
      String name,
      KeyPair keys,
      @org.jspecify.annotations.Nullable People issuer,
      boolean authority,
      int usage,
      Instant until) {
    X500Principal subject = new X500Principal("CN=" + name);
    KeyPair signing = issuer == null ? keys : issuer.keys;
    try {
      var builder =
          new JcaX509v3CertificateBuilder(
              issuer == null ? subject : issuer.certificate.getSubjectX500Principal(),
              BigInteger.valueOf(name.hashCode() & 0xffffffL),
              Date.from(FROM),
              Date.from(until),
              subject,
              keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
      String algorithm =
          switch (signing.getPrivate().getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
          };
      return new People(
          keys,
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(
                      new JcaContentSignerBuilder(algorithm).build(signing.getPrivate()))));
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The certificate as a file. */
  Path certificateFile(Path folder) {
    return pem(folder.resolve(certificate.getSerialNumber() + ".crt"), certificate);
  }

  /** The private key as a file. */
  Path keyFile(Path folder) {
    return pem(folder.resolve(certificate.getSerialNumber() + ".key"), keys.getPrivate());
  }

  SigningKey key(Path folder) {
    return SigningKey.ofPem(certificateFile(folder), keyFile(folder), null);
  }

  static Path pem(Path file, Object... content) {
    StringWriter text = new StringWriter();
    try (PemWriter pem = new PemWriter(text)) {
      for (Object each : content) {
        pem.writeObject(
            each instanceof PrivateKey key
                ? new JcaPKCS8Generator(key, null)
                : new JcaMiscPEMGenerator(each));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return Files.writeString(file, text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
