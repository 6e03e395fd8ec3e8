package dev.backplane.cli.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.host.XrtHosts;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildCommandTest {
  @TempDir Path folder;

  @BeforeEach
  void aFrontEndIsThere() {
    boolean there;
    try {
      there = !FrontEnd.find(Duration.ofMinutes(1)).name().isEmpty();
    } catch (RtlException e) {
      there = false;
    }
    assumeTrue(there, "neither verilator nor yosys is installed");
  }

  @Test
  void aBuildTellsWhatItFoundAndInspectTellsWhatTheImageHolds() {
    Outcome built = vadd("--force", "--cu", "vadd:2", "--embed-sources", "--engine", "jvm");
    assertThat(built.err()).isEmpty();
    assertThat(built.code()).isZero();
    assertThat(built.out())
        .contains("kernel vadd: ap_ctrl_hs, by ")
        .containsPattern("m_axi_gmem +AXI4 master +32 +64")
        .containsPattern("s_axi_control +AXI4-Lite slave +32 +12")
        .contains("clocks: ap_clk 300 MHz")
        .contains("resets: ap_rst_n low")
        .contains("interrupt: interrupt")
        .containsPattern("n +unsigned int +scalar +0x34 +4")
        .contains("netlist: ")
        .contains("vadd on jvm: ")
        .containsPattern("(ms|s|us)  checking vadd")
        .contains("vadd.xclbin: ");
    Outcome shown = Outcome.of("inspect", image());
    assertThat(shown.out())
        .contains("kernel vadd: 2 compute units, ap_ctrl_hs")
        .containsPattern("m_axi_gmem +AXI4 master +32 +64")
        .contains("sources: sources/vadd/0-vadd.sv");
  }

  @Test
  void aGreenBitstreamIsNamedByItsFileAndHasTheIdentifierOfItsRegisters() {
    String file = folder.resolve("hello.gbs").toString();
    String kernel = Outcome.example("hello-afu/kernel.toml");
    String other = "69528db6-eb31-577a-8c36-68f9faa081f6";
    Outcome built =
        Outcome.of(
            "build", "--kernel", kernel, "--interface-id", other, "--clock", "200", "-o", file);
    assertThat(built.err()).isEmpty();
    assertThat(built.code()).isZero();
    assertThat(Outcome.of("info", file).out())
        .contains("5f1c0b7e-9d24-4a86-8d3e-62f4a9175cb0")
        .contains(other)
        .contains("200 and 100 MHz");
    Outcome noAccelerator =
        Outcome.of(
            "build",
            Outcome.example("rtl/ap_ctrl_hs.sv"),
            Outcome.example("vadd/vadd.sv"),
            "--kernel",
            Outcome.example("vadd/kernel.xml"),
            "-o",
            file);
    assertThat(noAccelerator.err()).contains("controlled by ap_ctrl_hs").contains("mmio");
  }

  @Test
  void buildsNoUnchangedKernelAgain() throws IOException {
    Path source = folder.resolve("vadd.sv");
    Files.copy(Path.of(Outcome.example("vadd/vadd.sv")), source);
    // Of these bytes there was no image before, whatever this machine kept.
    Files.writeString(source, Files.readString(source) + "// " + folder + "\n");
    String[] line = {
      "build",
      source.toString(),
      Outcome.example("rtl/ap_ctrl_hs.sv"),
      "--kernel",
      Outcome.example("vadd/kernel.xml"),
      "-o",
      image()
    };
    assertThat(Outcome.of(line).out()).doesNotContain("unchanged");
    byte[] first = Files.readAllBytes(Path.of(image()));
    assertThat(Outcome.of(line).out()).contains("unchanged since an earlier build");
    assertThat(Files.readAllBytes(Path.of(image()))).isEqualTo(first);
    Files.writeString(source, Files.readString(source).replace("module vadd", "module vad"));
    Outcome broken = Outcome.of(line);
    assertThat(broken.code()).isEqualTo(1);
    assertThat(broken.err()).startsWith("backplane: RTL SOURCE_INVALID").hasLineCount(1);
  }

  @Test
  void aSecondOpinionThatCannotBeHadIsToldAsSuch() throws IOException {
    assumeTrue(
        hasYosys() && FrontEnd.find(Duration.ofMinutes(1)).name().startsWith("verilator"),
        "verilator or yosys is not installed");
    Path constants =
        Files.writeString(folder.resolve("q.sv"), "package q; localparam K = 1; endpackage\n");
    Path user =
        Files.writeString(
            folder.resolve("user.sv"),
            // What is declared outside of modules is for all of them, so each top reaches it.
            "module user import q::*; (output [K:0] y); assign y = 0; endmodule\ntypedef int t;\n");
    Outcome outcome = vadd("--frontend", "both", "--force", constants.toString(), user.toString());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("verilator reads these sources and yosys does not", "user.sv:1")
        .contains("--frontend verilator")
        .hasLineCount(1);
  }

  private static boolean hasYosys() {
    try {
      return !FrontEnd.find("yosys", Duration.ofMinutes(1)).name().isEmpty();
    } catch (RtlException e) {
      return false;
    }
  }

  @Test
  void quietIsSilentAndJsonIsOneObject() {
    Outcome quiet = vadd("--quiet");
    assertThat(quiet.out()).isEmpty();
    assertThat(quiet.code()).isZero();
    assertThat(vadd("--json").out())
        .hasLineCount(1)
        .contains("\"interfaces\":[{\"name\":\"")
        .contains("\"cached\":")
        .contains("\"offset\":52")
        .contains("\"steps\":{");
  }

  @Test
  void aDescriptionIsBegunFromSourcesAndNotOverwritten() throws IOException {
    Path manifest = folder.resolve("kernel.toml");
    String[] line = {
      "build",
      Outcome.example("vadd/vadd.sv"),
      Outcome.example("rtl/ap_ctrl_hs.sv"),
      "--describe",
      manifest.toString()
    };
    Outcome outcome = Outcome.of(line);
    assertThat(outcome.err()).isEmpty();
    assertThat(Files.readString(manifest)).contains("name = \"vadd\"").contains("[[ports]]");
    assertThat(Outcome.of(line).code()).isEqualTo(2);
    assertThat(Outcome.of("build", manifest.toString(), "-o", image()).code()).isZero();
  }

  @Test
  void kernelsAreComparedWithSimulationsOfTheirSources() {
    assumeTrue(XrtHosts.isOnPath("iverilog"), "iverilog is not installed");
    Outcome outcome =
        Outcome.of(
            "build",
            Outcome.example("scale/scale.vhd"),
            "--kernel",
            Outcome.example("scale/kernel.xml"),
            "--check",
            "-o",
            image());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).containsPattern("scale: ghdl .* agrees in [0-9 ]+ steps");
    outcome =
        Outcome.of(
            "build",
            Outcome.example("vadd/vadd.sv"),
            Outcome.example("rtl/ap_ctrl_hs.sv"),
            "--kernel",
            Outcome.example("vadd/kernel.xml"),
            "--check",
            "-o",
            image());
    assertThat(outcome.out()).containsPattern("vadd(:| is not compared).* Icarus Verilog");
  }

  @Test
  void filesThatNobodyListedAreReadFromLibrariesOnly() {
    String[] line = {
      "build",
      Outcome.example("vadd/vadd.sv"),
      "--kernel",
      Outcome.example("vadd/kernel.xml"),
      "-o",
      image()
    };
    assertThat(Outcome.of(line).err()).contains("'ap_ctrl_hs' is not defined");
    String[] more = Arrays.copyOf(line, line.length + 2);
    more[line.length] = "-y";
    more[line.length + 1] = Outcome.example("rtl");
    assertThat(Outcome.of(more).code()).isZero();
  }

  @Test
  void listsOfFilesAreRead() throws IOException {
    Path list = folder.resolve("files.f");
    Files.writeString(
        list,
        "// the kernel\n+define+UNUSED=1 +incdir+%s\n%s\n%s # and its registers\n"
            .formatted(
                folder,
                Path.of(Outcome.example("vadd/vadd.sv")).toAbsolutePath(),
                Path.of(Outcome.example("rtl/ap_ctrl_hs.sv")).toAbsolutePath()));
    Outcome outcome =
        Outcome.of(
            "build",
            "-f",
            list.toString(),
            "--kernel",
            Outcome.example("vadd/kernel.xml"),
            "-o",
            image());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    Files.writeString(list, "\n--lint-only\n");
    assertThat(Outcome.of("build", "-f", list.toString(), "-o", image()).err())
        .contains("files.f:2: '--lint-only' is not understood");
  }

  @Test
  void anErrorInASourceIsOneLineWithFileAndLine() throws IOException {
    Path source = folder.resolve("bad.sv");
    Files.writeString(source, "module bad(input a, output b);\n  assign b = a +;\nendmodule\n");
    Outcome outcome =
        Outcome.of(
            "build",
            source.toString(),
            "--kernel",
            Outcome.example("vadd/kernel.xml"),
            "--top",
            "bad",
            "-o",
            image());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).hasLineCount(1).contains("bad.sv:2");
    assertThat(Path.of(image())).doesNotExist();
  }

  private Outcome vadd(String... options) {
    String[] line = {
      "build",
      Outcome.example("vadd/vadd.sv"),
      Outcome.example("rtl/ap_ctrl_hs.sv"),
      "--kernel",
      Outcome.example("vadd/kernel.xml"),
      "-o",
      image()
    };
    String[] all = java.util.Arrays.copyOf(line, line.length + options.length);
    System.arraycopy(options, 0, all, line.length, options.length);
    return Outcome.of(all);
  }

  private String image() {
    return folder.resolve("vadd.xclbin").toString();
  }
}
