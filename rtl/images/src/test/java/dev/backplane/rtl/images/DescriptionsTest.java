package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.xclbin.AddressQualifier;
import dev.backplane.xclbin.ArgComponent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of the shipped example in all formats give the same kernel; errors are reported. */
class DescriptionsTest {
  static final String TOML =
      """
      name = "vadd"
      interrupt = true
      sources = ["vadd.sv", "ap_ctrl_hs.sv"]

      [clocks]
      ap_clk = 250.5

      [resets]
      ap_rst_n = "low"

      [[args]]
      name = "a"
      kind = "pointer"
      offset = 0x10

      [[args]]
      name = "b"
      kind = "pointer"
      offset = 0x1c

      [[args]]
      name = "c"
      kind = "pointer"
      offset = 0x28

      [[args]]
      name = "n"
      offset = 0x34
      """;

  @TempDir Path folder;

  @BeforeEach
  void copySources() throws IOException {
    for (Path source : Examples.sources("vadd")) {
      Files.copy(source, folder.resolve(String.valueOf(source.getFileName())));
    }
  }

  @Test
  void aKernelTomlIsCompletedFromTheDesign() throws IOException {
    BuiltImage built = build(write("kernel.toml", TOML));
    assertThat(built.kernels().getFirst().metadata().args()).isEqualTo(vaddArguments());
    assertThat(built.kernels().getFirst().metadata().ports())
        .extracting(port -> port.name() + " " + port.mode() + " " + port.dataWidth())
        .containsExactlyInAnyOrder("s_axi_control slave 32", "m_axi_gmem master 32");
    ImageKernel read = RtlImage.read(built.bytes()).kernel("vadd");
    assertThat(read.ports().wiring().megahertz("ap_clk")).isEqualByComparingTo("250.5");
  }

  @Test
  void theControlPortComesFirstAndStreamsHaveTheModesThatXrtKnows() throws IOException {
    Files.writeString(
        folder.resolve("gate.v"),
        """
        module gate(input ap_clk, input ap_rst_n,
          input in_tvalid, output in_tready, input [31:0] in_tdata,
          output out_tvalid, input out_tready, output [31:0] out_tdata,
          input s_axi_awvalid, output s_axi_awready, input [7:0] s_axi_awaddr,
          input s_axi_wvalid, output s_axi_wready, input [31:0] s_axi_wdata, input [3:0] s_axi_wstrb,
          output reg s_axi_bvalid, input s_axi_bready, output [1:0] s_axi_bresp,
          input s_axi_arvalid, output s_axi_arready, input [7:0] s_axi_araddr,
          output reg s_axi_rvalid, input s_axi_rready, output reg [31:0] s_axi_rdata,
          output [1:0] s_axi_rresp);
          reg [31:0] mask;
          assign in_tready = out_tready, out_tvalid = in_tvalid, out_tdata = in_tdata & mask;
          wire write = s_axi_awvalid & s_axi_wvalid & ~s_axi_bvalid;
          assign s_axi_awready = write, s_axi_wready = write, s_axi_arready = ~s_axi_rvalid;
          assign s_axi_bresp = 0, s_axi_rresp = 0;
          always @(posedge ap_clk)
            if (!ap_rst_n) begin s_axi_bvalid <= 0; s_axi_rvalid <= 0; mask <= 0; end
            else begin
              if (write) begin mask <= s_axi_wdata; s_axi_bvalid <= 1; end
              else if (s_axi_bready) s_axi_bvalid <= 0;
              if (s_axi_arvalid & ~s_axi_rvalid) begin s_axi_rdata <= mask; s_axi_rvalid <= 1; end
              else if (s_axi_rready) s_axi_rvalid <= 0;
            end
        endmodule
        """);
    Path description =
        write(
            "gate.xml",
            """
            <root versionMajor="1" versionMinor="0">
              <kernel name="gate" language="ip" hwControlProtocol="user_managed">
                <ports>
                  <port name="in" mode="slave" range="0x0" dataWidth="32" portType="stream" base="0x0"/>
                  <port name="out" mode="master" range="0x0" dataWidth="32" portType="stream" base="0x0"/>
                  <port name="s_axi" mode="slave" range="0x100" dataWidth="32" portType="addressable" base="0x0"/>
                </ports>
                <args>
                  <arg name="mask" addressQualifier="0" id="0" port="s_axi" size="0x4" offset="0x0" type="uint"/>
                  <arg name="samples" addressQualifier="4" id="1" port="in" size="0x4" offset="0x0" type="stream"/>
                  <arg name="gated" addressQualifier="4" id="2" port="out" size="0x4" offset="0x0" type="stream"/>
                </args>
              </kernel>
            </root>
            """);
    BuiltImage built =
        ImageBuild.of(List.of(folder.resolve("gate.v")))
            .frontEnd(TestVerilator.frontEnd())
            .kernel(description)
            .connectStreams(List.of(StreamLink.parse("gate_1.gated:gate_1.IN")))
            .build(_ -> {});
    assertThat(RtlImage.read(built.bytes()).kernel("gate").metadata().ports())
        .extracting(port -> port.name() + " " + port.mode() + " " + port.range())
        .containsExactly("s_axi slave 256", "in read_only 0", "out write_only 0");
    assertThat(RtlImage.read(built.bytes()).streams().getFirst().from())
        .as("named by its argument, kept by its pins")
        .isEqualTo(new StreamLink.End("gate_1", "out"));
    // A user_managed kernel has its registers from 0 on; others have control registers there.
    Files.writeString(
        description, Files.readString(description).replace("user_managed", "ap_ctrl_hs"));
    assertThatThrownBy(() -> KernelDescription.read(description))
        .hasMessageContaining("arguments of a kernel with AP_CTRL_HS start at 0x10");
  }

  private List<ArgComponent> vaddArguments() {
    return List.of(
        pointer("a", 0, 0x10),
        pointer("b", 1, 0x1c),
        pointer("c", 2, 0x28),
        new ArgComponent(
            "n",
            AddressQualifier.SCALAR,
            java.util.OptionalInt.of(3),
            "s_axi_control",
            4,
            0x34,
            0,
            4,
            "uint"));
  }

  private static ArgComponent pointer(String name, int id, long offset) {
    return new ArgComponent(
        name,
        AddressQualifier.GLOBAL,
        java.util.OptionalInt.of(id),
        "m_axi_gmem",
        8,
        offset,
        0,
        8,
        "void*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "name = \"vadd\" | nome = \"vadd\" | kernel.toml:1: 'nome' is no known field",
        "name = \"vadd\" | name = 3 | kernel.toml:1: 'name' is not a string",
        "offset = 0x1c | offset = 0x10 | kernel.toml:16: kernel 'vadd': arguments 'a' and 'b'"
            + " overlap",
        "offset = 0x1c | ofset = 0x1c | 'ofset' is no known field",
        "offset = 0x1c | size = 8 | 'offset' of 'b' is missing",
        "kind = \"pointer\" | kind = \"pointr\" | 'kind' is none of number, pointer, stream:"
            + " pointr",
        "ap_clk = 250.5 | ap_clk = \"fast\" | kernel.toml:6: 'ap_clk' is not a number",
        "ap_clk = 250.5 | ap_clk = 0 | kernel.toml:6: 'ap_clk' is impossible",
        "ap_clk = 250.5 | ap_clock = 250 | ap_clock",
        "ap_rst_n = \"low\" | ap_rst_n = \"down\" | kernel.toml:9: 'ap_rst_n' is neither",
        "interrupt = true | protocol = \"ap_ctrl_xx\" | ap_ctrl_xx",
        "\"vadd.sv\", | \"absent.sv\", | absent.sv",
        "\"vadd.sv\", | \"none_*.sv\", | 'none_*.sv' names no source",
        "[clocks] | [clocks | kernel.toml:5",
      })
  void anInvalidKernelTomlIsRefusedWithTheLine(String part, String other, String reason)
      throws IOException {
    assertThat(TOML).contains(part);
    Path wrong =
        write("kernel.toml", TOML.replaceFirst(java.util.regex.Pattern.quote(part), other));
    assertThatThrownBy(() -> build(wrong))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[[[[", "name = \"", "a = [[[[[[[[", "\"\" = 1", "name = \"x\"\nname = 2"})
  void brokenTomlIsRefused(String text) throws IOException {
    Path wrong = write("kernel.toml", text);
    assertRefused(wrong, "kernel.toml");
  }

  @Test
  void aManifestMayNotBeHuge() throws IOException {
    assertRefused(write("kernel.toml", "# " + "x".repeat(300_000)), "more than");
  }

  @Test
  void aComponentGivesPortsArgumentsWiringAndSources() throws IOException {
    BuiltImage built = build(write("component.xml", ComponentXmlText.TEXT));
    BuiltImage.BuiltKernel kernel = built.kernels().getFirst();
    assertThat(kernel.metadata().args()).isEqualTo(vaddArguments());
    assertThat(kernel.metadata().protocol()).isEqualTo("ap_ctrl_hs");
    assertThat(kernel.metadata().interrupt()).isTrue();
    assertThat(kernel.metadata().vlnv()).isEqualTo("example.org:kernel:vadd:1.0");
    assertThat(kernel.hardware().orElseThrow().ports().wiring().megahertz("ap_clk"))
        .isEqualByComparingTo("200");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "left>63< | left>31< | component.xml:89: kernel 'vadd': pin 'm_axi_gmem_araddr' has 32"
            + " bits, in the design it has 64",
        "name>m_axi_gmem_araddr< | name>m_axi_gmem_addr< | pin 'm_axi_gmem_addr' is not in the"
            + " design",
        "direction>out< | direction>in< | is an input, in the design it is an output",
        "value>m_axi_gmem< | value>m_axi_other< | goes through port 'm_axi_other', which is not"
            + " among",
        "addressOffset>0x1C< | addressOffset>0x10< | overlap",
        "addressOffset>0x34< | addressOffset>0x2000< | registers end at",
        "name>vadd.sv< | name>gone.sv< | gone.sv",
        "</spirit:component> | </spirit:komponent> | component.xml",
      })
  void anInvalidComponentIsRefused(String part, String other, String reason) throws IOException {
    assertThat(ComponentXmlText.TEXT).contains(part);
    Path wrong =
        write(
            "component.xml",
            ComponentXmlText.TEXT.replaceFirst(java.util.regex.Pattern.quote(part), other));
    assertThatThrownBy(() -> build(wrong))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void documentsThatFetchOrExpandAreRefused() throws IOException {
    assertRefused(
        write("component.xml", "<!DOCTYPE c [<!ENTITY a 'b'>]><component>&a;</component>"),
        "DOCTYPE");
  }

  @Test
  void aDescriptionIsInferredFromTheDesign() throws IOException {
    ImageBuild build =
        ImageBuild.of(List.of(folder.resolve("vadd.sv"), folder.resolve("ap_ctrl_hs.sv")))
            .frontEnd(TestVerilator.frontEnd());
    assertThatThrownBy(() -> build.build(step -> {}))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.DESCRIPTION_INVALID))
        .hasMessageContaining("m_axi_gmem: AXI4 master, 32-bit data, 64-bit addresses")
        .hasMessageContaining("s_axi_control: AXI4-Lite slave")
        .hasMessageContaining("--describe");
    String text = build.describe(folder, step -> {});
    assertThat(text)
        .contains("sources = [\"vadd.sv\", \"ap_ctrl_hs.sv\"]")
        .contains("ap_rst_n = \"low\"")
        .contains("# [[args]]");
    int ports = text.indexOf("\n# What the registers");
    Path begun =
        write("begun.toml", text.substring(0, ports) + TOML.substring(TOML.indexOf("[[args]]")));
    assertThat(build(begun).kernels().getFirst().metadata().args()).isEqualTo(vaddArguments());
  }

  @Test
  void registersOfAGeneratedControlBlockAreRecognised() throws IOException {
    Path block =
        write(
            "block.v",
            """
            // 0x10 : Data signal of inA
            localparam
                ADDR_AP_CTRL    = 6'h00,
                ADDR_GIE        = 6'h04,
                ADDR_INA_DATA_0 = 6'h10,
                ADDR_INA_DATA_1 = 6'h14,
                ADDR_SIZE_DATA_0 = 6'h1c;
            """);
    assertThat(InferredRegister.findIn(List.of(block)))
        .containsExactly(
            new InferredRegister("inA", 0x10, 8), new InferredRegister("size", 0x1c, 4));
  }

  @Test
  void theCachedImageIsUsedUntilAnInputChanges() throws IOException {
    Path manifest = write("kernel.toml", TOML);
    BuiltImage first = cached(manifest, "1", false);
    assertThat(first.cached()).isFalse();
    BuiltImage second = cached(manifest, "1", false);
    assertThat(second.cached()).isTrue();
    assertThat(second.bytes()).isEqualTo(first.bytes());
    assertThat(second.kernels().getFirst().hardware().orElseThrow().elaboration().netlist())
        .isEqualTo(first.kernels().getFirst().hardware().orElseThrow().elaboration().netlist());
    assertThat(cached(manifest, "1", true).cached()).isFalse();
    assertThat(cached(manifest, "2", false).cached()).isFalse();
    Files.writeString(folder.resolve("extra.svh"), "`define X 1\n");
    assertThat(cached(manifest, "1", false).cached()).isFalse();
    assertThat(cached(manifest, "1", false).cached()).isTrue();
    Path source = folder.resolve("vadd.sv");
    Files.writeString(source, Files.readString(source) + "\n// changed\n");
    assertThat(cached(manifest, "1", false).cached()).isFalse();
  }

  private BuiltImage cached(Path manifest, String version, boolean again) {
    return ImageBuild.of(List.of())
        .frontEnd(TestVerilator.frontEnd())
        .kernel(manifest)
        .cache(folder.resolve("cache"), version, again)
        .build(step -> {});
  }

  @Test
  void severalKernelsInRtlShareAnImage() throws IOException {
    Path vadd = write("kernel.toml", TOML);
    Path sha = Examples.description("sha256");
    BuiltImage built =
        ImageBuild.of(Examples.sources("sha256"))
            .frontEnd(TestVerilator.frontEnd())
            .kernels(List.of(sha, vadd))
            .computeUnits("vadd", 2)
            .build(step -> {});
    RtlImage image = RtlImage.read(built.bytes());
    assertThat(image.kernels()).extracting(ImageKernel::name).containsExactly("sha256", "vadd");
    assertThat(image.kernel("sha256").units()).hasSize(1);
    assertThat(image.kernel("vadd").units()).hasSize(2);
    assertThatThrownBy(
            () ->
                ImageBuild.of(List.of())
                    .frontEnd(TestVerilator.frontEnd())
                    .kernel(vadd)
                    .computeUnits("vad", 2)
                    .build(step -> {}))
        .hasMessageContaining("'vad'");
    assertThatThrownBy(
            () ->
                ImageBuild.of(Examples.sources("sha256"))
                    .frontEnd(TestVerilator.frontEnd())
                    .kernels(List.of(sha, vadd))
                    .parameters(Map.of("W", "3"))
                    .build(step -> {}))
        .hasMessageContaining("there are 2 kernels");
  }

  private BuiltImage build(Path description) {
    return ImageBuild.of(List.of())
        .frontEnd(TestVerilator.frontEnd())
        .kernel(description)
        .build(step -> {});
  }

  private void assertRefused(Path description, String reason) {
    assertThatThrownBy(() -> build(description))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.DESCRIPTION_INVALID))
        .hasMessageContaining(reason);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }
}
