package dev.backplane.xclbin.signature;

import static dev.backplane.xclbin.signature.People.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xclbin.trust.SignatureError;
import dev.backplane.xclbin.trust.SignatureException;
import dev.backplane.xclbin.trust.Verdict;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningTest {
  private static final KeyPair EC = People.keys("EC");
  private static final KeyPair OTHER = People.keys("EC");
  private static final People ROOT = People.authority("root", EC);
  private static final People ANNA = ROOT.signer("anna", OTHER);
  private static final TrustStore TRUST = TrustStore.of(List.of(ROOT.certificate()));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void aSignatureIsTrustedThroughItsAuthority(String algorithm) {
    People signer = ROOT.signer("signer", People.keys(algorithm));
    Xclbin signed = signer.key(folder).sign(People.image());

    assertThat(signed.signature().isEmpty()).isFalse();
    assertThat(signed.signedImage()).isEqualTo(People.image().toBytes());
    assertThat(Xclbin.read(signed.toBytes())).isEqualTo(signed);
    assertThat(TRUST.verify(signed, NOW))
        .isInstanceOfSatisfying(
            Verdict.Trusted.class, good -> assertThat(good.signer()).isEqualTo("CN=signer"));
  }

  @Test
  void aSignerWhoseOwnCertificateIsInTheStoreIsTrusted() {
    Xclbin signed = ANNA.key(folder).sign(People.image());

    assertThat(TrustStore.of(List.of(ANNA.certificate())).verify(signed, NOW).trusted()).isTrue();
  }

  @Test
  void aTrustedSignerMakesNobodyElseTrusted() {
    People friend = ANNA.signer("friend", People.keys("EC"));
    Xclbin signed = friend.key(folder).sign(People.image());

    assertThat(TrustStore.of(List.of(ANNA.certificate())).verify(signed, NOW))
        .isInstanceOf(Verdict.Untrusted.class);
    assertThat(
            TrustStore.of(List.of(ROOT.certificate(), ANNA.certificate()))
                .verify(signed, NOW)
                .trusted())
        .isFalse();
  }

  @Test
  void withRsaTheSameImageGivesTheSameFile() {
    SigningKey key = ROOT.signer("rsa", People.keys("RSA")).key(folder);

    assertThat(key.sign(People.image())).isEqualTo(key.sign(People.image()));
    assertThat(key.sign(key.sign(People.image()))).isEqualTo(key.sign(People.image()));
    assertThat(key.subject()).isEqualTo("CN=rsa");
  }

  @Test
  void anUnsignedImageIsToldApart() {
    assertThat(TRUST.verify(People.image(), NOW)).isEqualTo(new Verdict.Unsigned());
    Xclbin signed = ANNA.key(folder).sign(People.image());
    assertThat(TRUST.verify(signed.signed(Bytes.EMPTY), NOW)).isEqualTo(new Verdict.Unsigned());
    assertThat(signed.signed(Bytes.EMPTY)).isEqualTo(People.image());
  }

  @Test
  void trustsNoSignerOutsideOfTheStore() {
    Xclbin signed = ANNA.key(folder).sign(People.image());
    People stranger = People.authority("root", OTHER);

    assertThat(TrustStore.of(List.of(stranger.certificate())).verify(signed, NOW).text())
        .contains("CN=anna, who is not trusted")
        .contains("CN=root");
    assertThat(TrustStore.EMPTY.verify(signed, NOW).text()).contains("in the trust store");
  }

  @Test
  void certificatesHaveTheirTimeAndTheirUse() {
    Instant soon = NOW.minusSeconds(1);
    People late = ROOT.signer("late", OTHER, KeyUsage.digitalSignature, soon);
    People sealer = ROOT.signer("sealer", OTHER, KeyUsage.keyEncipherment, NOW.plusSeconds(99));

    assertThat(TRUST.verify(late.key(folder).sign(People.image()), NOW).text())
        .contains("expired on 2026-05-31T23:59:59Z");
    assertThat(TRUST.verify(late.key(folder).sign(People.image()), soon).trusted()).isTrue();
    assertThat(TRUST.verify(late.key(folder).sign(People.image()), Instant.EPOCH).text())
        .contains("valid from 2026-01-01T00:00:00Z");
    assertThat(TRUST.verify(sealer.key(folder).sign(People.image()), NOW).text())
        .contains("not for signing");
  }

  /**
   * Some bits of a PKCS#7 structure mean nothing; then the image is still the one that was signed.
   */
  @Test
  void aChangeAnywhereInTheImageIsSeen() {
    byte[] signed = ANNA.key(folder).sign(People.image()).toBytes();
    byte[] image = People.image().toBytes();
    int refused = 0;
    for (int at = 0; at < signed.length; at += at < 460 ? 1 : 5) {
      byte[] changed = signed.clone();
      changed[at] ^= 0x10;
      try {
        Xclbin read = Xclbin.read(changed);
        assertThat(TRUST.verify(read, NOW).trusted())
            .as("byte %d", at)
            .isIn(false, Arrays.equals(read.signedImage(), image));
      } catch (XclbinException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aSignatureThatIsNoneIsBroken() {
    Random random = new Random(5);
    for (int size : new int[] {1, 2, 10, 1000, 100_000}) {
      byte[] garbage = new byte[size];
      random.nextBytes(garbage);
      assertThat(TRUST.verify(People.image().signed(Bytes.of(garbage)), NOW))
          .isInstanceOf(Verdict.Broken.class);
    }
    byte[] good = ANNA.key(folder).sign(People.image()).signature().toArray();
    for (int length = 1; length < good.length; length += 7) {
      assertThat(TRUST.verify(People.image().signed(Bytes.of(good).slice(0, length)), NOW))
          .isInstanceOf(Verdict.Broken.class);
    }
    byte[] longer = Arrays.copyOf(good, good.length + 8);
    assertThat(TRUST.verify(People.image().signed(Bytes.of(longer)), NOW).trusted()).isFalse();
  }

  @Test
  void contentInTheSignatureAndWeakHashesAreRefused() throws Exception {
    assertThat(judged("SHA256withECDSA", true).text()).contains("content of its own");
    assertThat(judged("SHA1withECDSA", false).text()).contains("hash SHA1 is not accepted");
    assertThat(judged("SHA256withECDSA", false).trusted()).isTrue();
  }

  private static Verdict judged(String algorithm, boolean attached) throws Exception {
    Xclbin image = People.image();
    var generator = new CMSSignedDataGenerator();
    generator.addSignerInfoGenerator(
        new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
            .build(
                new JcaContentSignerBuilder(algorithm).build(ANNA.keys().getPrivate()),
                ANNA.certificate()));
    generator.addCertificates(new JcaCertStore(List.of(ANNA.certificate())));
    byte[] der =
        generator
            .generate(new CMSProcessableByteArray(image.toBytes()), attached)
            .toASN1Structure()
            .getEncoded("DER");
    return TRUST.verify(image.signed(Bytes.of(der)), NOW);
  }

  @Test
  void keysAndTrustComeFromPkcs12Too() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    char[] password = "secret".toCharArray();
    store.setKeyEntry(
        "anna",
        ANNA.keys().getPrivate(),
        password,
        new java.security.cert.Certificate[] {ANNA.certificate(), ROOT.certificate()});
    store.setCertificateEntry("root", ROOT.certificate());
    Path file = folder.resolve("all.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, password);
    }

    Xclbin signed = SigningKey.ofPkcs12(file, password).sign(People.image());
    assertThat(TrustStore.read(file, password).verify(signed, NOW).trusted()).isTrue();
    refused(SignatureError.WRONG_PASSWORD, () -> TrustStore.read(file, "other".toCharArray()));
    refused(SignatureError.WRONG_PASSWORD, () -> SigningKey.ofPkcs12(file, null));
  }

  @Test
  void namesAKeyThatCannotBeUsed() throws Exception {
    Path garbage = Files.writeString(folder.resolve("garbage"), "nothing of that kind");
    Path empty =
        Files.writeString(
            folder.resolve("empty.pem"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    Path none = folder.resolve("none");
    Path key = ANNA.keyFile(folder);
    Path certificate = ANNA.certificateFile(folder);

    refused(SignatureError.IO, () -> TrustStore.read(none, null));
    refused(SignatureError.BAD_CERTIFICATE, () -> TrustStore.read(garbage, null));
    refused(SignatureError.BAD_CERTIFICATE, () -> TrustStore.read(empty, null));
    refused(SignatureError.BAD_CERTIFICATE, () -> TrustStore.read(key, null));
    refused(SignatureError.BAD_KEY, () -> SigningKey.ofPem(certificate, garbage, null));
    refused(SignatureError.BAD_KEY, () -> SigningKey.ofPem(certificate, certificate, null));
    refused(
        SignatureError.KEY_MISMATCH,
        () -> SigningKey.ofPem(ROOT.certificateFile(folder), key, null));
    People rsa = ROOT.signer("r", People.keys("RSA"));
    refused(
        SignatureError.KEY_MISMATCH,
        () -> SigningKey.ofPem(certificate, rsa.keyFile(folder), null));
    assertThat(new String(Files.readAllBytes(key), StandardCharsets.US_ASCII)).contains("PRIVATE");
  }

  private static void refused(
      SignatureError code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SignatureException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
