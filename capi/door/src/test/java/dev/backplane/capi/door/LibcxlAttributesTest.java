package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Filter;
import dev.backplane.runtime.Backplane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a program in C is told of cards and AFUs, with the numbers of the kernel. */
@Timeout(600)
final class LibcxlAttributesTest {
  private static final String CONFIGURATION =
      """
      {"plugins": [{"module": "capi", "name": "cards", "config":
        {"host": "power8", "cards": [{"afus": [{"afu": "%s"}, {}]}]}}]}
      """
          .formatted(FaultyAfu.class.getName());

  @TempDir Path folder;

  @Test
  void attributesAndErrorBuffersAreThoseOfTheKernel() throws Exception {
    CompiledProgram program = CompiledProgram.of(folder, "attributes.c");
    List<String> log = new ArrayList<>();
    try (Backplane backplane =
            Backplane.open(Files.writeString(folder.resolve("backplane.json"), CONFIGURATION));
        CapiDoor door =
            CapiDoor.open(
                folder.resolve("door"),
                () -> backplane.enumerate(List.of(Filter.any())),
                log::add);
        SysfsFolder shown =
            SysfsFolder.open(
                folder.resolve("sys"),
                door.socket(),
                () -> backplane.enumerate(List.of(Filter.any())),
                log::add)) {
      door.tell(shown);
      assertThat(program.run(door))
          .containsExactlyElementsOf(Files.readAllLines(Path.of("src/test/c/attributes.txt")));
    }
    assertThat(log).isEmpty();
  }
}
