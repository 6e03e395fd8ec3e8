package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagedSourcesLinksTest {
  @TempDir Path folder;

  @Test
  void linksUnchangedFilesAndKeepsTheUsersFiles() throws IOException {
    Path rtl = Files.createDirectory(folder.resolve("rtl"));
    Path work = Files.createDirectory(folder.resolve("work"));
    Path memory = Files.writeString(rtl.resolve("init.mem"), "00\n");
    Path plain = Files.writeString(rtl.resolve("plain.sv"), "module plain; endmodule\n");
    Path rewritten =
        Files.writeString(rtl.resolve("top.sv"), "module top; timeunit 1ns; endmodule\n");
    Path deep = Files.createDirectories(rtl.resolve("more"));
    Path body = Files.writeString(deep.resolve("body.inc"), "wire a;\n");
    String including = "module other;\n`include \"more/body.inc\"\nendmodule\n";
    Path other = Files.writeString(rtl.resolve("other.sv"), including);
    StagedSources staged =
        new StagedSources(
            work,
            new Sources(List.of(plain, rewritten, other), List.of(rtl), Map.of(), Map.of()),
            text -> text);
    Path probe = Files.writeString(folder.resolve("probe"), "");
    assumeThat(Files.getFileStore(probe)).isEqualTo(Files.getFileStore(work));
    assertThat(key(work.resolve("d0/init.mem"))).isEqualTo(key(memory));
    assertThat(key(work.resolve(staged.files().get(0)))).isEqualTo(key(plain));
    assertThat(key(work.resolve("d0/more/body.inc"))).isEqualTo(key(body));
    assertThat(Files.readString(work.resolve(staged.files().get(1)))).doesNotContain("timeunit");
    assertThat(Files.readString(work.resolve(staged.files().get(2)))).contains("d0/more/body.inc");
    assertThat(Files.readString(rewritten)).contains("timeunit");
    assertThat(Files.readString(other)).isEqualTo(including);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config.vh",
        "./config.vh",
        "../rtl/config.vh",
        "../rtl/./config.vh",
        "more/../config.vh",
        "../rtl/more/../config.vh",
        "../up.vh",
        "more/deep.vh"
      })
  void includedFilesAreFoundByAnyNameFromTheFolderOfTheFile(String name) throws IOException {
    Path rtl = Files.createDirectory(folder.resolve("rtl"));
    Path more = Files.createDirectory(rtl.resolve("more"));
    for (Path file :
        List.of(rtl.resolve("config.vh"), folder.resolve("up.vh"), more.resolve("deep.vh"))) {
      Files.writeString(file, "`define INVERT ~\n");
    }
    Path top =
        Files.writeString(
            rtl.resolve("top.v"),
            "`include \"%s\"\nmodule top(input a, output y); assign y = `INVERT a; endmodule\n"
                .formatted(name));
    assertThat(
            TestVerilator.frontEnd().elaborate(Sources.of(List.of(top)), "top").netlist().outputs())
        .hasSize(1);
  }

  private static Object key(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino");
  }
}
