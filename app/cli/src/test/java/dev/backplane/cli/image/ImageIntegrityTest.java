package dev.backplane.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is verified is what runs, and no command leaves an image that is wrong. */
class ImageIntegrityTest {
  @TempDir Path folder;
  private Path image = Path.of("");

  @BeforeEach
  void copy() throws Exception {
    image = folder.resolve("vadd.xclbin");
    Files.copy(Path.of(Outcome.example("vadd/vadd.xclbin")), image);
  }

  @Test
  void aFlippedByteAnywhereInASectionIsFound() throws Exception {
    byte[] good = Files.readAllBytes(image);
    assertThat(Outcome.of("image", "verify", image.toString()).code()).isZero();
    Xclbin whole = Xclbin.read(image);
    Random random = new Random(29);
    for (int section = 0; section < whole.sections().size(); section++) {
      int size = whole.sections().get(section).data().size();
      boolean archive = whole.sections().get(section).number() == SectionKind.BITSTREAM.number();
      for (int round = 0; round < (archive ? 12 : 3); round++) {
        byte[] bad = good.clone();
        // Its other half ends with a directory, of which some bits mean nothing to anybody.
        int within = random.nextInt(archive ? size / 2 : size);
        bad[whole.offset(section) + within] ^= (byte) (1 << random.nextInt(8));
        Files.write(image, bad);

        Outcome outcome = Outcome.of("image", "verify", image.toString());

        assertThat(outcome.code())
            .as("byte %d of %s: %s", within, whole.sections().get(section).label(), outcome.out())
            .isNotZero();
      }
    }
  }

  @Test
  void contentThatMakesATableWrongIsNotWritten() throws Exception {
    byte[] good = Files.readAllBytes(image);
    Path text = Files.writeString(folder.resolve("table.txt"), "no table at all, only text");
    for (String table :
        new String[] {"IP_LAYOUT", "MEM_TOPOLOGY", "CONNECTIVITY", "CLOCK_FREQ_TOPOLOGY"}) {
      Outcome outcome =
          Outcome.of("image", "replace-section", image.toString(), table, text.toString());

      assertThat(outcome.code()).as(table).isNotZero();
      assertThat(outcome.err()).contains("would be wrong", table, "Nothing was written");
      assertThat(Files.readAllBytes(image)).isEqualTo(good);
    }
    Outcome allowed =
        Outcome.of(
            "image",
            "replace-section",
            image.toString(),
            "IP_LAYOUT",
            text.toString(),
            "--allow-wrong");
    assertThat(allowed.code()).isZero();
    assertThat(allowed.err()).contains("Now wrong");
    assertThat(Outcome.of("image", "verify", image.toString()).code()).isNotZero();
  }
}
