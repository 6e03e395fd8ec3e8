package dev.backplane.xrt.card.image;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.MemoryType;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinBuilder;
import dev.backplane.xrt.card.JavaKernels;
import dev.backplane.xrt.card.RtlImages;
import dev.backplane.xrt.card.TestCard;
import dev.backplane.xrt.card.TestImages;
import dev.backplane.xrt.card.config.CardConfig;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of an image is refused, and how. */
final class ImageReadingTest {
  private static final CardConfig CONFIG = TestCard.configs(TestImages.CONFIG).getFirst();

  private static CardImage read(Xclbin container) {
    return new XclbinImages().open(Image.of("test", container.toBytes()), CONFIG).read();
  }

  private static XclbinBuilder builder() {
    return TestImages.container(CardConfig.PLATFORM).toBuilder();
  }

  @Test
  void banksAndConnectionsAreThoseOfTheImage() {
    CardImage image = read(builder().build());
    var vadd = image.kernels().getFirst();

    assertThat(image.banks()).extracting("name").containsExactly("DDR[0]", "DDR[1]");
    assertThat(vadd.arguments().get(0).banks()).containsExactly(0);
    assertThat(vadd.arguments().get(2).banks()).containsExactly(0, 1);
    assertThat(vadd.units()).extracting("name").containsExactly("vadd_1", "vadd_2");
    assertThat(vadd.units().get(0).banks().get(2)).containsExactly(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = SectionKind.class,
      names = {"MEM_TOPOLOGY", "IP_LAYOUT", "EMBEDDED_METADATA"})
  void aMissingSectionIsNamed(SectionKind kind) {
    var error = refuses(ErrorCode.IMAGE_INVALID, () -> read(builder().remove(kind).build()));

    assertThat(error.getMessage()).contains(kind.name());
  }

  @Test
  void aBankThatIsNotUsedIsNotOffered() {
    MemoryBank used = MemoryBank.used(MemoryType.DDR4, 1 << 20, 0x5_0000_0000L, "DDR[1]");
    MemoryBank unused = new MemoryBank(used.typeNumber(), false, 1024, 0, "DDR[0]");
    Xclbin image =
        builder()
            .set(new MemTopology(List.of(unused, used)).toSection())
            .remove(SectionKind.CONNECTIVITY)
            .build();

    assertThat(read(image).banks()).extracting("index").containsExactly(1);
  }

  @Test
  void aConnectionToWhatIsNotThereIsInvalid() {
    Xclbin image =
        builder()
            .set(new Connectivity(List.of(new Connectivity.Connection(0, 0, 99))).toSection())
            .build();

    refuses(ErrorCode.IMAGE_INVALID, () -> read(image));
  }

  @Test
  void aKernelWithNothingToRunIsNotRunnable() {
    var error =
        refuses(
            ErrorCode.IMAGE_NOT_RUNNABLE,
            () -> new XclbinImages().open(TestImages.image(), CardConfig.named("card0")).read());

    assertThat(error.getMessage()).contains("no section BITSTREAM").contains("java_kernels");
  }

  @Test
  void anotherPlatformIsNamed() {
    var error =
        refuses(
            ErrorCode.IMAGE_PLATFORM_MISMATCH,
            () -> new XclbinImages().open(TestImages.image("alveo"), CONFIG).read());

    assertThat(error.getMessage()).contains("alveo").contains(CardConfig.PLATFORM);
  }

  @Test
  void anImageMayBringAJavaClass() {
    Image image = javaImage(JavaKernels.Broken.class.getName());
    CardImage read = new XclbinImages().open(image, CardConfig.named("card0")).read();

    assertThat(read.kernels()).extracting("name").containsExactly("repeated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no.such.Class", "java.lang.String", "java.lang.Runtime"})
  void anImageWithAClassThatIsNoKernelIsNotRunnable(String className) {
    Image image = javaImage(className);
    var error =
        refuses(
            ErrorCode.IMAGE_NOT_RUNNABLE,
            () -> new XclbinImages().open(image, CardConfig.named("card0")).read());

    assertThat(error.getMessage()).contains("kernel 'repeated'").contains(className);
  }

  private static Image javaImage(String className) {
    return Image.of(
        "java.xclbin",
        ImageBuild.of(List.of())
            .java(RtlImages.SOURCES.resolve("kernel.xml"), className)
            .build(step -> {})
            .bytes());
  }

  @Test
  void noChangedByteGivesAnythingButAnImageOrACodedError() {
    change(builder().build().toBytes(), 1000, CONFIG);
  }

  @Test
  void noChangedByteOfAnImageWithRtlDoesEither() {
    change(RtlImages.repeated().content().toArray(), 300, CardConfig.named("card0"));
  }

  private static void change(byte[] good, int rounds, CardConfig config) {
    Random random = new Random(20_261_121);
    for (int i = 0; i < rounds; i++) {
      byte[] bad = good.clone();
      for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        new XclbinImages().open(Image.of("changed", bad), config).read();
      } catch (BackplaneException e) {
        assertThat(e.code().name()).as("change %d", i).startsWith("IMAGE_");
      }
    }
  }
}
