package dev.backplane.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageNetlistCommandTest {
  private static final String KEPT =
      """
      backplane-netlist 1
      top t
      input clk 1
      input a 8
      clock clk
      register limit 8 = limit clock clk initial 2a
      cell $2 8 = add limit a
      output y 8 = $2
      end
      """;

  @TempDir private Path folder;

  @Test
  void printsTheNetlistOfAnImage() {
    Outcome outcome = Outcome.of("image", "netlist", Outcome.example("vadd/vadd.xclbin"));
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).startsWith("backplane-netlist 1\ntop vadd\n").endsWith("end\n");
  }

  @Test
  void runsOnePassOverATextAndTakesItsOwnOutput() throws Exception {
    Path file = Files.writeString(folder.resolve("t.net"), KEPT);
    Path after = folder.resolve("after.net");
    Outcome outcome =
        Outcome.of("image", "netlist", "" + file, "--pass", "constant-bits", "-o", "" + after);
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(after).content().contains("8'h2a", "alias limit").doesNotContain("register");
    assertThat(Outcome.of("image", "netlist", "" + after).out()).isEqualTo(Files.readString(after));
    Outcome other = Outcome.of("image", "netlist", "" + file, "--pass", "constant-tables");
    assertThat(other.out()).contains("register limit");
  }

  @Test
  void refusesUnknownPassesKernelsAndFiles() throws Exception {
    Path file = Files.writeString(folder.resolve("t.net"), KEPT);
    Outcome pass = Outcome.of("image", "netlist", "" + file, "--pass", "magic");
    assertThat(pass.code()).isEqualTo(2);
    assertThat(pass.err()).contains("'magic'", "constant-bits");
    Outcome kernel = Outcome.of("image", "netlist", "" + file, "--kernel", "k");
    assertThat(kernel.code()).isEqualTo(2);
    Outcome cut =
        Outcome.of(
            "image", "netlist", "" + Files.writeString(folder.resolve("c"), KEPT.substring(0, 40)));
    assertThat(cut.code()).isEqualTo(1);
    assertThat(cut.err()).contains("NETLIST_INVALID");
    assertThat(Outcome.of("image", "netlist", "" + folder.resolve("none")).code()).isEqualTo(2);
    Outcome unknown =
        Outcome.of("image", "netlist", Outcome.example("vadd/vadd.xclbin"), "--kernel", "k");
    assertThat(unknown.code()).isNotZero();
    assertThat(unknown.err()).contains("vadd");
  }
}
