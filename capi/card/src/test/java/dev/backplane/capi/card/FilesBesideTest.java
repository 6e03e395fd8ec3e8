package dev.backplane.capi.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of a card lie beside the configuration, wherever the program works. */
@Timeout(600)
final class FilesBesideTest {
  @TempDir Path folder;

  @Test
  void imageAndFlashAreRelativeToTheConfiguration() throws IOException {
    Files.copy(
        Path.of("../../examples/crc32c/crc32c.xclbin"),
        Files.createDirectory(folder.resolve("images")).resolve("own.xclbin"));
    Path file =
        Files.writeString(
            folder.resolve("backplane.json"),
            """
            {"plugins": [{"module": "capi", "name": "cards", "error_policy": {"deadline_ms": 600000},
              "config": {"host": "power8", "platform": "powervm", "cards": [
                {"afus": [{"image": "images/own.xclbin", "class_path": ["images"]}],
                 "flash": "own.flash"}]}}]}
            """);
    try (Backplane backplane = Backplane.open(file)) {
      assertThat(backplane.enumerate(List.of(Filter.any())).stream().map(Token::id))
          .contains("cards/afu0.0d");
      try (Device card = backplane.token("cards/card0").open(OpenMode.SHARED)) {
        card.facet(CoherentCard.class).loadImageOnPerst(PerstImage.FACTORY);
        assertThat(card.facet(CardFlash.class).state().place())
            .isEqualTo(folder.resolve("own.flash").toString());
      }
    }
    assertThat(folder.resolve("own.flash")).isRegularFile();
  }
}
