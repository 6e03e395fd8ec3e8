package dev.backplane.xrt.card.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xrt.card.RtlImages;
import dev.backplane.xrt.card.TestCard;
import dev.backplane.xrt.card.TestImages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged images on their way to a card: each is refused with a code, naming the section and the
 * offset, or loaded whole; and a card that refused one still runs what it had.
 */
class MutatedImagesTest {
  private static final long SEED = 20_261_121;
  private static final Set<ErrorCode> CODES =
      Set.of(
          ErrorCode.IMAGE_INVALID,
          ErrorCode.IMAGE_TRUNCATED,
          ErrorCode.IMAGE_PLATFORM_MISMATCH,
          ErrorCode.IMAGE_NOT_RUNNABLE);
  private static final int VALUES = 16;

  private final TestCard card = new TestCard();
  private final Images images = card.facet(Images.class);
  private Program good = images.load(TestImages.image());

  @AfterEach
  void close() {
    card.close();
  }

  @Test
  @Timeout(600)
  void damagedImagesAreRefusedOrLoadedAndNothingInBetween() {
    load(600);
  }

  @Test
  @Tag("nightly")
  @Timeout(1800)
  void tenThousandDamagedImages() {
    load(10_000);
  }

  private void load(int count) {
    List<byte[]> originals =
        List.of(
            RtlImages.repeated().content().toArray(),
            RtlImages.example("vadd").content().toArray(),
            TestImages.image().content().toArray());
    Mutations mutations = new Mutations(new Random(SEED));
    Map<ErrorCode, Integer> refused = new EnumMap<>(ErrorCode.class);
    int loaded = 0;
    for (int i = 0; i < count; i++) {
      Mutations.Mutated mutated = mutations.of(originals.get(i % originals.size()));
      String what = "image %d of seed %d, %s".formatted(i, SEED, mutated.how());
      try {
        Program program = images.load(mutated.image(), LoadOption.FORCE);
        assertThat(images.loaded()).as(what).containsSame(program);
        assertThat(program.kernels()).as(what).isNotEmpty();
        good = images.load(TestImages.image(), LoadOption.FORCE);
        loaded++;
      } catch (BackplaneException e) {
        refused.merge(e.code(), 1, Integer::sum);
        assertThat(e.code()).as(what + ": " + e.getMessage()).isIn(CODES);
        assertThat(e.getMessage())
            .as(what)
            .containsPattern("offset \\d+")
            .containsPattern("header|section|" + String.join("|", kinds()));
        assertThat(images.loaded()).as(what).containsSame(good);
      }
      if (i % 4 == 0) {
        run(what);
      }
    }
    assertThat(loaded).as("%s were refused", refused).isBetween(count / 20, count * 9 / 10);
    assertThat(refused.keySet()).contains(ErrorCode.IMAGE_INVALID, ErrorCode.IMAGE_TRUNCATED);
    run("the last");
  }

  private static List<String> kinds() {
    return Arrays.stream(SectionKind.values()).map(Enum::name).toList();
  }

  /** Runs a kernel of the good image and looks at what it gives. */
  private void run(String what) {
    Kernel vadd = good.kernel("vadd");
    try (Buffer a = vadd.buffer("a", VALUES * 4);
        Buffer b = vadd.buffer("b", VALUES * 4);
        Buffer c = vadd.buffer("c", VALUES * 4)) {
      int[] left = new int[VALUES];
      Arrays.setAll(left, i -> i);
      a.write(left);
      b.write(left);
      a.sync();
      b.sync();
      vadd.start(a, b, c, VALUES).await(TestCard.DEADLINE);
      c.syncBack();
      int[] sum = c.read(new int[VALUES]);
      for (int i = 0; i < VALUES; i++) {
        assertThat(sum[i]).as(what).isEqualTo(2 * i);
      }
    }
  }

  @Test
  @Timeout(600)
  void anArchiveThatUnpacksToVeryMuchIsRefused() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bomb)) {
      zip.putNextEntry(new ZipEntry("manifest.json"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 64; i++) {
        zip.write(zeros);
      }
      zip.closeEntry();
    }
    refused(bomb.toByteArray(), "unpacks to more than");
  }

  @Test
  @Timeout(600)
  void anArchiveOfVeryManyFilesIsRefused() throws IOException {
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(many)) {
      for (int i = 0; i <= 10_000; i++) {
        zip.putNextEntry(new ZipEntry("f" + i));
        zip.closeEntry();
      }
    }
    refused(many.toByteArray(), "more than 10000 entries");
  }

  private void refused(byte[] archive, String said) {
    Xclbin image = Xclbin.read(RtlImages.repeated().content().toArray());
    byte[] bytes =
        image.toBuilder()
            .set(Section.of(SectionKind.BITSTREAM, Bytes.of(archive)))
            .build()
            .toBytes();
    assertThat(
            TestCard.refuses(ErrorCode.IMAGE_INVALID, () -> images.load(Image.of("bomb", bytes))))
        .hasMessageContaining(said)
        .hasMessageContaining("section BITSTREAM is at offset");
    assertThat(images.loaded()).containsSame(good);
  }
}
