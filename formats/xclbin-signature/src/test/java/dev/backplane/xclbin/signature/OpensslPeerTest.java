package dev.backplane.xclbin.signature;

import static dev.backplane.xclbin.signature.People.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.trust.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures made here are good for openssl, and the other way round. */
class OpensslPeerTest {
  private static final String AT = Long.toString(NOW.getEpochSecond());

  @TempDir static Path folder;

  @BeforeAll
  static void opensslIsThere() throws Exception {
    boolean there;
    try {
      there = openssl("version") == 0;
    } catch (IOException e) {
      there = false;
    }
    assumeTrue(there, "openssl is not installed, so it cannot be compared with (Debian: openssl)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void opensslVerifiesOurs(String algorithm) throws Exception {
    People root = People.authority("root", People.keys(algorithm));
    People signer = root.signer("signer", People.keys(algorithm));
    Xclbin signed = signer.key(folder).sign(People.image());
    Path content = Files.write(folder.resolve("content"), signed.signedImage());
    Path signature = Files.write(folder.resolve("ours.der"), signed.signature().toArray());
    List<String> verify =
        List.of(
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-purpose",
            "any",
            "-attime",
            AT,
            "-out",
            folder.resolve("out").toString(),
            "-CAfile",
            root.certificateFile(folder).toString(),
            "-in",
            signature.toString(),
            "-content",
            content.toString());

    for (String program : List.of("cms", "smime")) {
      assertThat(openssl(program, verify)).as(program).isZero();
    }
    byte[] changed = signed.signedImage();
    changed[500] ^= 1;
    Files.write(content, changed);
    assertThat(openssl("cms", verify)).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cms -md sha512 -nocerts -noattr",
        "cms -md sha256",
        "cms -md sha384 -keyid",
        "smime -md sha256",
        "smime -md sha512 -noattr"
      })
  void oursVerifiesThatOfOpenssl(String way) throws Exception {
    People root = People.authority("root", People.keys("EC"));
    People signer = root.signer("signer", People.keys("RSA"));
    // Without certificates in the signature, the store has to have them, as a driver's keyring has.
    TrustStore trust =
        way.contains("nocerts")
            ? TrustStore.of(List.of(signer.certificate()))
            : TrustStore.of(List.of(root.certificate()));
    Path content = Files.write(folder.resolve("content"), People.image().toBytes());
    Path signature = folder.resolve("theirs.der");
    List<String> words = new ArrayList<>(List.of(way.split(" ")));
    words.addAll(
        List.of(
            "-sign",
            "-binary",
            "-outform",
            "DER",
            "-signer",
            signer.certificateFile(folder).toString(),
            "-inkey",
            signer.keyFile(folder).toString(),
            "-in",
            content.toString(),
            "-out",
            signature.toString()));
    assertThat(openssl(words.toArray(String[]::new))).isZero();

    Xclbin signed = People.image().signed(Bytes.of(Files.readAllBytes(signature)));
    Verdict verdict = trust.verify(signed, NOW);
    assertThat(verdict.trusted()).as(verdict.text()).isTrue();
    byte[] changed = signed.toBytes();
    changed[500] ^= 1;
    assertThat(trust.verify(Xclbin.read(changed), NOW)).isInstanceOf(Verdict.Broken.class);
  }

  @Test
  void keysAndStoresThatOpensslMadeAreRead() throws Exception {
    People root = People.authority("root", People.keys("EC"));
    People signer = root.signer("signer", People.keys("RSA"));
    Path key = signer.keyFile(folder);
    Path certificate = signer.certificateFile(folder);
    Path locked = folder.resolve("locked.key");
    Path older = folder.resolve("older.key");
    Path olderLocked = folder.resolve("older-locked.key");
    Path pair = folder.resolve("pair.p12");
    Path anchors = folder.resolve("anchors.p12");
    String word = "pass:secret";
    run("pkcs8", "-topk8", "-v2", "aes-256-cbc", "-in", key, "-out", locked, "-passout", word);
    run("rsa", "-traditional", "-in", key, "-out", older);
    run("rsa", "-traditional", "-aes128", "-in", key, "-out", olderLocked, "-passout", word);
    run("pkcs12", "-export", "-in", certificate, "-inkey", key, "-out", pair, "-passout", word);
    run(
        "pkcs12",
        "-export",
        "-nokeys",
        "-in",
        root.certificateFile(folder),
        "-out",
        anchors,
        "-passout",
        word);

    People curve = root.signer("curve", People.keys("EC"));
    Path curveKey = folder.resolve("curve.key");
    run("ec", "-in", curve.keyFile(folder), "-out", curveKey);

    char[] secret = "secret".toCharArray();
    TrustStore trust = TrustStore.read(anchors, secret);
    for (SigningKey each :
        List.of(
            SigningKey.ofPem(certificate, locked, secret),
            SigningKey.ofPem(certificate, older, null),
            SigningKey.ofPem(certificate, olderLocked, secret),
            SigningKey.ofPem(curve.certificateFile(folder), curveKey, null),
            SigningKey.ofPkcs12(pair, secret))) {
      assertThat(trust.verify(each.sign(People.image()), NOW).trusted()).isTrue();
    }
  }

  private static void run(Object... words) throws Exception {
    List<String> texts = new ArrayList<>();
    for (Object word : words) {
      texts.add(word.toString());
    }
    assertThat(openssl(texts.toArray(String[]::new))).as(texts.toString()).isZero();
  }

  private static int openssl(String program, List<String> words) throws Exception {
    List<String> all = new ArrayList<>(List.of(program));
    all.addAll(words);
    return openssl(all.toArray(String[]::new));
  }

  private static int openssl(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("openssl did not end: " + command);
    }
    return process.exitValue();
  }
}
