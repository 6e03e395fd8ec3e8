package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** For any bytes, reading an image gives an image or an error with a code. */
class DamagedImageTest {
  private static final Path DESCRIPTION = Path.of("..", "..", "examples", "vadd", "kernel.xml");
  private static Xclbin good;

  @BeforeAll
  static void build() {
    good = ImageBuild.of(List.of()).java(DESCRIPTION, "com.example.V").build(step -> {}).xclbin();
  }

  @Test
  void aTruncatedImageIsRefusedWhereverItEnds() {
    byte[] bytes = good.toBytes();
    for (int length = 0; length < bytes.length; length += 7) {
      byte[] cut = Arrays.copyOf(bytes, length);
      RtlException e = catchThrowableOfType(RtlException.class, () -> RtlImage.read(cut));
      assertThat(e.error()).isEqualTo(RtlError.IMAGE_INVALID);
    }
  }

  @Test
  void randomDamageGivesImagesOrCodedErrors() {
    Random random = new Random(3);
    for (int i = 0; i < 3000; i++) {
      byte[] bytes = good.toBytes();
      for (int changes = 1 + random.nextInt(5); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        RtlImage.read(bytes).kernels().forEach(ImageKernel::arguments);
      } catch (RtlException e) {
        assertThat(e.error()).isIn(RtlError.IMAGE_INVALID, RtlError.IMAGE_NOT_RUNNABLE);
      }
    }
  }

  @Test
  void anImageForRealHardwareIsNotRunnable() {
    assertRefused("real bits".getBytes(StandardCharsets.US_ASCII), RtlError.IMAGE_NOT_RUNNABLE);
  }

  @Test
  void anImageWithoutBitstreamIsNotRunnable() {
    byte[] bytes = good.toBuilder().remove(SectionKind.BITSTREAM).build().toBytes();
    assertThatThrownBy(() -> RtlImage.read(bytes))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.IMAGE_NOT_RUNNABLE));
  }

  @Test
  void anImageWithoutIpLayoutIsInvalid() {
    byte[] bytes = good.toBuilder().remove(SectionKind.IP_LAYOUT).build().toBytes();
    assertThatThrownBy(() -> RtlImage.read(bytes)).hasMessageContaining("IP_LAYOUT");
  }

  @Test
  void anArchiveWithoutManifestIsNotRunnable() {
    assertRefused(archive("other", "x"), RtlError.IMAGE_NOT_RUNNABLE);
  }

  @Test
  void aManifestThatIsNotJsonIsInvalid() {
    assertRefused(archive(Manifest.FILE, "{"), RtlError.IMAGE_INVALID);
    assertRefused(archive(Manifest.FILE, "[]"), RtlError.IMAGE_INVALID);
    assertRefused(archive(Manifest.FILE, ""), RtlError.IMAGE_INVALID);
  }

  @Test
  void aManifestOfALaterVersionIsNotRunnable() {
    assertRefused(
        archive(Manifest.FILE, "{\"format\": \"backplane-image\", \"version\": 2}"),
        RtlError.IMAGE_NOT_RUNNABLE);
  }

  @Test
  void aNetlistThatTheManifestNamesMustBeThere() {
    assertRefused(manifest("{\"kernel\": \"vadd\", \"netlist\": \"n\"}"), RtlError.IMAGE_INVALID);
  }

  @Test
  void aKernelThatTheMetadataLacksIsInvalid() {
    assertRefused(manifest("{\"kernel\": \"other\"}"), RtlError.IMAGE_INVALID);
  }

  @Test
  void aDuplicateKernelIsInvalid() {
    assertRefused(
        manifest("{\"kernel\": \"vadd\"}, {\"kernel\": \"vadd\"}"), RtlError.IMAGE_INVALID);
  }

  @Test
  void aDamagedNetlistIsDetectedOnFirstUse() {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    files.put(
        Manifest.FILE,
        bytes(
            "{\"format\": \"backplane-image\", \"version\": 1, \"kernels\":"
                + " [{\"kernel\": \"vadd\", \"netlist\": \"n\"}]}"));
    files.put("n", bytes("nonsense"));
    ImageKernel kernel = RtlImage.read(with(ZipArchive.write(files))).kernel("vadd");
    assertThatThrownBy(kernel::netlist)
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NETLIST_INVALID));
  }

  @Test
  void aKernelWithoutNetlistAndClassIsNamed() {
    assertThatThrownBy(() -> RtlImage.read(good.toBytes()).kernel("absent"))
        .hasMessageContaining("absent")
        .hasMessageContaining("vadd");
  }

  private static byte[] manifest(String kernels) {
    return archive(
        Manifest.FILE,
        "{\"format\": \"backplane-image\", \"version\": 1, \"kernels\": [" + kernels + "]}");
  }

  private static byte[] archive(String name, String content) {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    files.put(name, bytes(content));
    return ZipArchive.write(files);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] with(byte[] bitstream) {
    return good.toBuilder()
        .set(Section.of(SectionKind.BITSTREAM, Bytes.of(bitstream)))
        .build()
        .toBytes();
  }

  private static void assertRefused(byte[] bitstream, RtlError error) {
    assertThatThrownBy(() -> RtlImage.read(with(bitstream)))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).as(e.getMessage()).isEqualTo(error));
  }
}
