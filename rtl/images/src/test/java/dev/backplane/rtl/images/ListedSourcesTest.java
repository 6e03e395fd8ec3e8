package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only files that somebody listed, or that a listed file names, are read. */
class ListedSourcesTest {
  @TempDir Path folder;

  @BeforeEach
  void verilator() {
    TestVerilator.frontEnd();
  }

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, text);
  }

  private Path top() throws IOException {
    return file("top.v", "module top(input a, output y);\n  inner i(.a(a), .y(y));\nendmodule\n");
  }

  private Path inner(String folder) throws IOException {
    return file(
        folder + "inner.v", "module inner(input a, output y);\n  assign y = ~a;\nendmodule\n");
  }

  private static Sources sources(List<Path> files, Path... includes) {
    return new Sources(files, List.of(includes), Map.of(), Map.of());
  }

  private static void elaborate(Sources sources) {
    assertThat(TestVerilator.frontEnd().elaborate(sources, "top").netlist().outputs()).hasSize(1);
  }

  private static void refused(Sources sources, String... words) {
    assertThatThrownBy(() -> elaborate(sources))
        .isInstanceOf(RtlException.class)
        .message()
        .contains(words);
  }

  @Test
  void aModuleInAFileThatNobodyListedIsNotDefinedAndTheFileIsNamed() throws IOException {
    inner("");
    refused(sources(List.of(top())), "top.v:2", "'inner' is not defined", "inner.v'", "-y");
  }

  @Test
  void includeFoldersAreNotSearchedForModules() throws IOException {
    inner("more/");
    refused(sources(List.of(top()), folder.resolve("more")), "'inner' is not defined");
  }

  @Test
  void sourcesThatAreIncludedAreRead() throws IOException {
    inner("");
    elaborate(sources(List.of(file("all.v", "`include \"inner.v\"\n"), top())));
    elaborate(sources(List.of(file("all.v", "`define X \"inner.v\"\n`include `X\n"), top())));
  }

  @Test
  void aLibraryIsAFolderThatIsSearched() throws IOException {
    inner("more/");
    SourceList list =
        new SourceList().add(List.of(top().toString())).addLibrary(folder.resolve("more"));
    elaborate(sources(list.sources()));
  }

  @Test
  void verilatorsOwnModelIsOfListedFilesToo() throws IOException {
    assumeTrue(VerilatorEngine.isAvailable(), "Verilator or g++ is not installed");
    Path inner = inner("");
    Sources alone = sources(List.of(top()));
    assertThatThrownBy(
            () -> VerilatorEngine.compile(alone, "top", List.of(), VerilatorOptions.standard()))
        .isInstanceOf(RtlException.class)
        .message()
        .contains(inner.toString(), "-y");
    assertThat(
            VerilatorEngine.compile(
                sources(List.of(top(), inner)), "top", List.of(), VerilatorOptions.standard()))
        .isNotNull();
  }

  @Test
  void verilatorsOwnModelNeedsNoModuleThatIsNotGenerated() throws IOException {
    assumeTrue(VerilatorEngine.isAvailable(), "Verilator or g++ is not installed");
    inner("");
    file("invert.vh", "`define INVERT ~\n");
    Path top =
        file(
            "top.v",
            """
            `include "invert.vh"
            module top #(parameter OTHER = 0) (input a, output y);
              generate if (OTHER) begin : other
                inner i(.a(a), .y(y));
              end else begin : own
                assign y = `INVERT a;
              end endgenerate
            endmodule
            """);
    assertThat(
            VerilatorEngine.compile(
                sources(List.of(top)), "top", List.of(), VerilatorOptions.standard()))
        .isNotNull();
  }
}
