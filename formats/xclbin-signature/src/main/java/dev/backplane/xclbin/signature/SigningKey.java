package dev.backplane.xclbin.signature;

import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.trust.SignatureError;
import dev.backplane.xclbin.trust.SignatureException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.jspecify.annotations.Nullable;

/**
 * A private key and the certificates that say whose it is. Signatures are SHA-512 without signed
 * attributes, so that with RSA the same image always gives the same file; the certificates are in
 * them, so that a verifier needs no more than the one at the root.
 */
public final class SigningKey {
  private final PrivateKey key;
  private final List<X509Certificate> chain;

  private SigningKey(PrivateKey key, List<X509Certificate> chain) {
    this.key = key;
    this.chain = List.copyOf(chain);
  }

  /**
   * Reads a key and its certificates from PEM files.
   *
   * @param certificates the certificate of the key first, then those up to the root, if any
   * @param key the private key: PKCS#8 or the older forms, RSA, EC or Ed25519
   * @param password what opens the key, null if nothing is needed
   * @return the key
   * @throws SignatureException if a file cannot be read, or key and certificate do not belong
   *     together
   */
  public static SigningKey ofPem(Path certificates, Path key, char @Nullable [] password) {
    return matching(
        key,
        privateKey(key, password),
        KeyFiles.certificates(certificates, KeyFiles.read(certificates)));
  }

  /**
   * Reads the first key and its certificates from a PKCS#12 file.
   *
   * @param store the file
   * @param password what opens it
   * @return the key
   * @throws SignatureException if it cannot be read or holds no key
   */
  public static SigningKey ofPkcs12(Path store, char @Nullable [] password) {
    KeyStore entries = KeyFiles.pkcs12(store, KeyFiles.read(store), password);
    try {
      for (String alias : Collections.list(entries.aliases())) {
        if (entries.isKeyEntry(alias)
            && entries.getKey(alias, password == null ? new char[0] : password)
                instanceof PrivateKey found) {
          List<X509Certificate> chain = new ArrayList<>();
          for (var each : entries.getCertificateChain(alias)) {
            if (each instanceof X509Certificate certificate) {
              chain.add(certificate);
            }
          }
          if (!chain.isEmpty()) {
            return matching(store, found, chain);
          }
        }
      }
    } catch (GeneralSecurityException e) {
      throw badKey(store, e);
    }
    throw new SignatureException(
        SignatureError.BAD_KEY, store + " holds no private key with a certificate", null);
  }

  /** {@return the subject of the certificate} */
  public String subject() {
    return chain.getFirst().getSubjectX500Principal().getName();
  }

  /**
   * Signs a container. A signature that is there is replaced.
   *
   * @param image what to sign; nothing else of it changes
   * @return the signed container
   */
  public Xclbin sign(Xclbin image) {
    Xclbin bare = Xclbin.read(image.signedImage());
    return bare.signed(Bytes.of(signature(bare.toBytes())));
  }

  private byte[] signature(byte[] content) {
    try {
      var generator = new CMSSignedDataGenerator();
      generator.addSignerInfoGenerator(
          new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
              .setDirectSignature(true)
              .build(new JcaContentSignerBuilder(algorithm()).build(key), chain.getFirst()));
      generator.addCertificates(new JcaCertStore(chain));
      return generator
          .generate(new CMSProcessableByteArray(content), false)
          .toASN1Structure()
          .getEncoded(ASN1Encoding.DER);
    } catch (OperatorCreationException
        | CertificateEncodingException
        | CMSException
        | IOException e) {
      throw new SignatureException(
          SignatureError.BAD_KEY, "the key of %s cannot sign: %s".formatted(subject(), e), e);
    }
  }

  private String algorithm() {
    return switch (key.getAlgorithm()) {
      case "EC", "ECDSA" -> "SHA512withECDSA";
      case "Ed25519", "EdDSA" -> "Ed25519";
      default -> "SHA512with" + key.getAlgorithm();
    };
  }

  private static SigningKey matching(Path file, PrivateKey key, List<X509Certificate> chain) {
    SigningKey signing = new SigningKey(key, chain);
    byte[] probe = "which key is it?".getBytes(StandardCharsets.US_ASCII);
    try {
      var signer = java.security.Signature.getInstance(signing.algorithm());
      signer.initSign(key);
      signer.update(probe);
      byte[] signed = signer.sign();
      signer.initVerify(chain.getFirst().getPublicKey());
      signer.update(probe);
      if (signer.verify(signed)) {
        return signing;
      }
    } catch (GeneralSecurityException e) {
      if (key.getAlgorithm().equals(chain.getFirst().getPublicKey().getAlgorithm())) {
        throw badKey(file, e);
      }
    }
    throw new SignatureException(
        SignatureError.KEY_MISMATCH,
        "the private key in %s is not the one of certificate '%s'; name the pair that belongs together"
            .formatted(file, signing.subject()),
        null);
  }

  private static PrivateKey privateKey(Path file, char @Nullable [] password) {
    var converter = new JcaPEMKeyConverter();
    var text = new String(KeyFiles.read(file), StandardCharsets.ISO_8859_1);
    try (var parser = new PEMParser(new StringReader(text))) {
      for (Object each = parser.readObject(); each != null; each = parser.readObject()) {
        switch (each) {
          case PrivateKeyInfo info -> {
            return converter.getPrivateKey(info);
          }
          case PEMKeyPair pair -> {
            return converter.getPrivateKey(pair.getPrivateKeyInfo());
          }
          case PEMEncryptedKeyPair pair -> {
            var opener =
                new JcePEMDecryptorProviderBuilder()
                    .setProvider(new BouncyCastleProvider())
                    .build(given(file, password));
            return converter.getPrivateKey(pair.decryptKeyPair(opener).getPrivateKeyInfo());
          }
          case PKCS8EncryptedPrivateKeyInfo info -> {
            var opener =
                new JceOpenSSLPKCS8DecryptorProviderBuilder()
                    .setProvider(new BouncyCastleProvider())
                    .build(given(file, password));
            return converter.getPrivateKey(info.decryptPrivateKeyInfo(opener));
          }
          default -> {
            // A certificate or the parameters of a curve stand in front of the key.
          }
        }
      }
    } catch (PEMException e) {
      throw badKey(file, e);
    } catch (PKCSException | OperatorCreationException e) {
      throw new SignatureException(
          SignatureError.WRONG_PASSWORD, "%s does not open: %s".formatted(file, e.getMessage()), e);
    } catch (IOException | RuntimeException e) {
      if (e instanceof SignatureException known) {
        throw known;
      }
      throw badKey(file, e);
    }
    throw new SignatureException(
        SignatureError.BAD_KEY, file + " holds no private key in PEM", null);
  }

  private static char[] given(Path file, char @Nullable [] password) {
    if (password == null) {
      throw new SignatureException(
          SignatureError.WRONG_PASSWORD, file + " needs a password; give one", null);
    }
    return password;
  }

  private static SignatureException badKey(Path file, Exception cause) {
    return new SignatureException(
        SignatureError.BAD_KEY,
        "%s holds no private key that can sign: %s".formatted(file, cause.getMessage()),
        cause);
  }
}
