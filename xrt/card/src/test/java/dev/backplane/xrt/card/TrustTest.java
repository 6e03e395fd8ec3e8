package dev.backplane.xrt.card;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Management;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.signature.SigningKey;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.config.ImageTrust;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cards that look who signed an image. */
class TrustTest {
  @TempDir static Path folder;

  private static final Xclbin PLAIN = TestImages.container(CardConfig.PLATFORM);

  @BeforeAll
  static void unpack() throws IOException {
    for (String name : new String[] {"signer.crt", "signer.key", "other.crt"}) {
      try (InputStream in = TrustTest.class.getResourceAsStream(name)) {
        Files.copy(Objects.requireNonNull(in, name), folder.resolve(name));
      }
    }
  }

  private static Image signed() {
    SigningKey key =
        SigningKey.ofPem(folder.resolve("signer.crt"), folder.resolve("signer.key"), null);
    return Image.of("signed", key.sign(PLAIN).toBytes());
  }

  private static Image plain() {
    return Image.of("plain", PLAIN.toBytes());
  }

  private static TestCard card(String policy, String store) {
    return new TestCard(
        TestImages.CONFIG.replaceFirst(
            "\\{",
            "{\"signature\": {\"policy\": \"%s\", \"trust_store\": \"%s\"},"
                .formatted(policy, folder.resolve(store))));
  }

  @Test
  void aCardThatRequiresASignatureTakesOnlyWhatItsStoreVouchesFor() {
    try (TestCard card = card("require", "signer.crt")) {
      Images images = card.facet(Images.class);
      BackplaneException unsigned = refuses(ErrorCode.IMAGE_UNTRUSTED, () -> images.load(plain()));
      assertThat(unsigned).hasMessageContaining("not signed");
      var program = images.load(signed());
      assertThat(program.kernels()).contains("vadd");
      assertThat(card.facet(Management.class).report().get("signature"))
          .contains("signed by CN=signer");

      refuses(ErrorCode.IMAGE_UNTRUSTED, () -> images.load(plain()));
      refuses(ErrorCode.IMAGE_UNTRUSTED, () -> images.load(plain(), LoadOption.FORCE));
      assertThat(images.loaded()).contains(program);
    }
    try (TestCard card = card("require", "other.crt")) {
      Images images = card.facet(Images.class);
      assertThat(refuses(ErrorCode.IMAGE_UNTRUSTED, () -> images.load(signed())))
          .hasMessageContaining("CN=signer, who is not trusted");
    }
  }

  @Test
  void anImageThatWasChangedAfterSigningIsRefused() {
    byte[] changed = signed().content().toArray();
    changed[320] ^= 1;
    try (TestCard card = card("require", "signer.crt")) {
      Images images = card.facet(Images.class);
      assertThat(
              refuses(ErrorCode.IMAGE_UNTRUSTED, () -> images.load(Image.of("changed", changed))))
          .hasMessageContaining("changed after signing")
          .hasMessageContaining("of signature at offset " + PLAIN.size());
    }
  }

  @Test
  void aCardThatOnlyWarnsTakesIt() {
    try (TestCard card = card("warn", "other.crt")) {
      Images images = card.facet(Images.class);
      images.load(signed());
      assertThat(card.facet(Management.class).report().get("signature"))
          .contains("who is not trusted");
    }
  }

  @Test
  void aCardThatIgnoresSignaturesSaysNothingOfThem() {
    try (TestCard card = new TestCard()) {
      card.facet(Images.class).load(signed());
      assertThat(card.facet(Management.class).report()).doesNotContainKey("signature");
    }
  }

  @Test
  void aConfigurationIsToldWhatIsWrong() {
    for (String[] each :
        new String[][] {
          {"3", "config.signature: must be an object"},
          {"{\"polcy\": \"warn\"}", "config.signature.polcy: unknown key"},
          {
            "{\"policy\": \"maybe\"}",
            "config.signature.policy: must be one of ignore, warn, require"
          },
          {"{\"policy\": 1}", "config.signature.policy: must be one of"},
          {"{\"policy\": \"warn\"}", "config.signature: the key 'trust_store' is missing"},
          {"{}", "for policy require"},
          {"{\"trust_store\": \"no/such\"}", "no/such cannot be read"}
        }) {
      assertThat(
              refuses(
                  ErrorCode.CONFIGURATION_INVALID,
                  () -> TestCard.configs("{\"signature\": " + each[0] + "}")))
          .hasMessageContaining(each[1]);
    }
    assertThat(TestCard.configs("{\"signature\": {\"policy\": \"ignore\"}}").getFirst().trust())
        .isEqualTo(ImageTrust.USUAL);
  }
}
