package dev.backplane.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Registers;
import dev.backplane.api.Token;
import dev.backplane.opae.clib.OpaeCLibrary;
import dev.backplane.runtime.Backplane;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured with is what the figures say it is. */
class OpaeProgramsTest {
  @TempDir private Path folder;

  @BeforeEach
  void thereIsACompiler() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "gcc"))),
        "gcc is not installed: tools/setup does it");
    assumeTrue(OpaeCLibrary.file().isPresent(), "libopae-c.so.2 was not built: gcc was missing");
  }

  @Test
  void thePluginHasAThousandResourcesInTenInstancesOnBoardsOfFive() throws Exception {
    Path plugin = OpaePrograms.plugin(folder);
    Path configuration =
        OpaePrograms.configuration(
            folder, plugin, OpaeBenchmark.INSTANCES, OpaeBenchmark.RESOURCES);
    try (Backplane backplane = Backplane.open(configuration)) {
      List<Token> all = backplane.enumerate(List.of());
      assertThat(all).hasSize(1000).doesNotHaveDuplicates();
      List<Token> accelerators =
          backplane.enumerate(List.of(Filter.any().withObjectType(ObjectType.ACCELERATOR)));
      assertThat(accelerators).hasSize(800);
      assertThat(accelerators).allMatch(token -> token.properties().parent().isPresent());
    }
  }

  @Test
  void theRegistersOfThePluginAreBehindAFunction() throws Exception {
    Path plugin = OpaePrograms.plugin(folder);
    try (Backplane backplane = Backplane.open(OpaePrograms.configuration(folder, plugin, 1, 5));
        Device device =
            backplane.find(Filter.any().withObjectType(ObjectType.ACCELERATOR)).open()) {
      Registers registers = device.facet(Registers.class);
      registers.write64(64, 42);
      assertThat(registers.read64(64)).isEqualTo(42);
      assertThat(registers.map()).isEmpty();
    }
  }

  @Test
  void theProgramWithoutALibraryCallsThePlugin() throws Exception {
    Path plugin = OpaePrograms.plugin(folder);
    List<String> command = List.of(OpaePrograms.direct(folder).toString(), plugin.toString());
    try (Conversation program = new Conversation("direct", command)) {
      assertThat(program.line()).isEqualTo("ready");
      assertThat(Long.parseLong(program.ask("read 1000"))).isPositive();
    }
  }
}
