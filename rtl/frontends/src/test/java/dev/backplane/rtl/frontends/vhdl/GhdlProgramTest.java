package dev.backplane.rtl.frontends.vhdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choice of a GHDL. */
class GhdlProgramTest {
  @TempDir Path folder;

  private String ghdl(String name, String version) throws IOException {
    Path bin = Files.createDirectories(folder.resolve(name));
    Path program = bin.resolve("ghdl");
    Files.writeString(
        program, "#!/bin/sh\necho 'GHDL " + version + " (tarball) [Dunoon edition]'\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return bin.toString();
  }

  @Test
  void theNewestOnThePathIsTaken() throws IOException {
    String path =
        String.join(
            ":", ghdl("a", "2.0.0"), ghdl("b", "5.0.1"), ghdl("c", "4.1"), ghdl("d", "5.0.1"));
    GhdlProgram found = GhdlProgram.find(Map.of("PATH", path));
    assertThat(found.command()).isEqualTo(folder.resolve("b/ghdl").toString());
    assertThat(found.name()).isEqualTo("ghdl 5.0.1");
    assertThat(found.keepsConstants()).isTrue();
    assertThat(GhdlProgram.of(folder.resolve("a/ghdl").toString()).keepsConstants()).isFalse();
  }

  @Test
  void theNamedOneIsTakenWhateverElseIsThere() throws IOException {
    String path = String.join(":", ghdl("a", "2.0.0"), ghdl("b", "10.0-dev"));
    String named = folder.resolve("a/ghdl").toString();
    Map<String, String> environment = Map.of("PATH", path, "BACKPLANE_GHDL", named);
    assertThat(GhdlProgram.find(environment).command()).isEqualTo(named);
    assertThat(GhdlProgram.find(Map.of("PATH", path)).name()).isEqualTo("ghdl 10.0");
  }

  @Test
  void noneIsAMissingTool() {
    Map<String, String> none = Map.of("PATH", folder.toString());
    assertThatThrownBy(() -> GhdlProgram.find(none))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TOOL_MISSING))
        .hasMessageContaining("apt-get install ghdl");
  }
}
