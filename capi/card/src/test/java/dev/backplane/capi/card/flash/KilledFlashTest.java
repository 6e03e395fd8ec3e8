package dev.backplane.capi.card.flash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Image;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.FlashWriter.Header;
import dev.backplane.api.capi.FlashWriter.Pass;
import dev.backplane.api.capi.PerstImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that is killed while it flashes its card leaves the old image, and it is whole. */
@Timeout(600)
final class KilledFlashTest {
  private static final int BEGIN = 4096;
  private static final int LINES = 20;
  private static final int WRITES = 10;

  @TempDir Path folder;

  /** What the process does when it is killed. */
  private enum Stage {
    DOWNLOADS,
    VALIDATES,
    /** Writes the file of the flash, again and again. */
    WRITES
  }

  /**
   * Flashes until it is killed.
   *
   * @param arguments the flash, and a stage
   */
  public static void main(String... arguments) throws IOException {
    byte[] image = FlashRig.crc();
    MemorySegment begin = MemorySegment.ofArray(image).asSlice(0, BEGIN);
    MemorySegment rest = MemorySegment.ofArray(image).asSlice(BEGIN);
    Stage stage = Stage.valueOf(arguments[1]);
    try (FlashRig rig = new FlashRig(Path.of(arguments[0]))) {
      while (stage == Stage.WRITES) {
        System.out.println("writes");
        for (int i = 0; i < WRITES; i++) {
          rig.card.loadImageOnPerst(i % 2 == 0 ? PerstImage.FACTORY : PerstImage.USER);
        }
      }
      try (FlashWriter writer = rig.flash().open(Duration.ZERO)) {
        writer.write(Pass.DOWNLOAD, begin, image.length, Header.PREPENDED);
        if (stage == Stage.VALIDATES) {
          writer.write(Pass.DOWNLOAD, rest, image.length, Header.AS_GIVEN);
          writer.write(Pass.VALIDATE, begin, image.length, Header.PREPENDED);
        }
        System.out.println("waits");
        System.in.read();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Stage.class)
  void theOldImageIsWholeAndAnotherCanBeWritten(Stage stage) throws Exception {
    Path flash = folder.resolve("card0.flash");
    try (FlashRig rig = new FlashRig(flash)) {
      rig.flash().program(Image.of(FlashRig.CRC), _ -> {});
    }
    byte[] before = Files.readAllBytes(flash);

    kill(flash, stage);

    if (stage != Stage.WRITES) {
      assertThat(Files.readAllBytes(flash)).isEqualTo(before);
    }
    try (FlashRig rig = new FlashRig(flash)) {
      assertThat(rig.flash().state().problem()).isEmpty();
      assertThat(rig.flash().state().userDigest())
          .isEqualTo(FlashContent.digest(Image.of(FlashRig.CRC)));
      // The process may have been killed when the factory image was chosen.
      rig.card.loadImageOnPerst(PerstImage.USER);
      rig.flash().program(Image.of(FlashRig.CRC), _ -> {});
      assertThat(rig.nodes()).containsExactly("afu0.0d", "card0");
    }
  }

  private static void kill(Path flash, Stage stage) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                String.join(
                    ":",
                    "target/test-classes",
                    "target/classes",
                    System.getProperty("jdk.module.path", ""),
                    System.getProperty("java.class.path", "")),
                KilledFlashTest.class.getName(),
                flash.toString(),
                stage.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      BufferedReader said = process.inputReader();
      for (int i = 0; i < (stage == Stage.WRITES ? LINES : 1); i++) {
        assertThat(said.readLine()).isNotNull();
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }
}
