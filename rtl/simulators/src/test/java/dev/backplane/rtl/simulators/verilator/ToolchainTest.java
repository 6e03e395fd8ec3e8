package dev.backplane.rtl.simulators.verilator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.frontends.Verilator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine uses the Verilator that the front end uses. */
class ToolchainTest {
  @TempDir Path folder;

  @Test
  void theRuntimeIsThatOfTheNamedVerilator() throws IOException {
    VerilatorInstalled.assumeTools();
    Path include = Files.createDirectory(folder.resolve("include"));
    Files.createFile(include.resolve("verilated.cpp"));
    Path program =
        Files.write(
            folder.resolve("named"),
            List.of(
                "#!/bin/sh",
                "if [ \"$1\" = --getenv ]; then echo '" + folder + "'",
                "else echo 'Verilator 5.999 of a test'; fi"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Toolchain tools = Toolchain.of(new Verilator(program, "5.999"));
    assertThat(tools.verilator().program()).isEqualTo(program);
    assertThat(tools.include()).isEqualTo(include);
    assertThat(tools.version()).startsWith("Verilator 5.999 of a test");
  }
}
