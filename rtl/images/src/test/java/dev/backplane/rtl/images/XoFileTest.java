package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.TestVerilator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XoFileTest {
  private static final String IP = "ip_repo/example.org_kernel_vadd_1_0/";

  @TempDir Path folder;
  private final SequencedMap<String, byte[]> entries = new LinkedHashMap<>();

  @BeforeEach
  void packVectorAddition() throws IOException {
    put("xo.xml", "<xo/>");
    put(
        "vadd/kernel.xml",
        Files.readString(Examples.description("vadd"))
            .replace("dev.backplane:kernel:vadd:1.0", "example.org:kernel:vadd:1.0"));
    put(IP + "component.xml", ComponentXmlText.TEXT);
    for (Path source : Examples.sources("vadd")) {
      put(IP + source.getFileName(), Files.readString(source));
    }
  }

  @Test
  void aPackagedKernelIsBuiltUnchanged() throws IOException {
    BuiltImage built = build();
    assertThat(built.kernels().getFirst().metadata().name()).isEqualTo("vadd");
    assertThat(RtlImage.read(built.bytes()).kernel("vadd").netlist())
        .isEqualTo(
            RtlImage.read(Examples.build("vadd").build(step -> {}).bytes())
                .kernel("vadd")
                .netlist());
  }

  @Test
  void anErrorInASourceNamesThePackageTheFileAndTheLine() throws IOException {
    put(IP + "vadd.sv", "module vadd;\n  assign = 1;\nendmodule\n");
    assertThatThrownBy(this::build)
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("vadd.xo!" + IP + "vadd.sv:2");
  }

  @Test
  void aRegisterThatTheComponentLacksIsNamedWithBothFiles() throws IOException {
    put(
        "vadd/kernel.xml",
        new String(entries.get("vadd/kernel.xml"), StandardCharsets.UTF_8)
            .replace("offset=\"0x34\"", "offset=\"0x40\""));
    assertRefused("vadd.xo!vadd/kernel.xml:12: kernel 'vadd': argument 'n' lies at 0x40", IP);
  }

  @Test
  void namesThatLeaveTheArchiveAreRefusedAndNothingIsWritten() throws IOException {
    for (String name : List.of("../evil.v", "/evil.v", "a/../../evil.v", "..\\evil.v")) {
      packVectorAddition();
      put(name, "module evil; endmodule");
      assertRefused("leads out of it");
      entries.remove(name);
    }
    assertThat(folder.resolveSibling("evil.v")).doesNotExist();
  }

  @Test
  void aSourceOutsideOfThePackageIsRefused() throws IOException {
    put(
        IP + "component.xml",
        ComponentXmlText.TEXT.replace(">vadd.sv<", ">../../../../../../etc/passwd.sv<"));
    assertRefused("does not hold 'passwd.sv'");
  }

  @Test
  void aZipBombIsRefused() throws IOException {
    entries.put("bomb.bin", new byte[257 << 20]);
    assertRefused("256 MiB");
  }

  @Test
  void filesThatAreNotPackagesAreRefused() throws IOException {
    assertRefused(Files.writeString(folder.resolve("text.xo"), "no zip"), "text.xo");
    assertRefused(folder.resolve("absent.xo"), "absent.xo");
    entries.clear();
    put("design.cpp", "int main() {}");
    assertRefused("holds no kernel.xml", "design.cpp");
  }

  @Test
  void aKernelOfAnotherComponentIsRefused() throws IOException {
    put(
        IP + "component.xml",
        ComponentXmlText.TEXT.replace("<spirit:version>1.0", "<spirit:version>2.0"));
    put(
        "ip_repo/other/component.xml",
        ComponentXmlText.TEXT.replace("<spirit:version>1.0", "<spirit:version>3.0"));
    assertRefused("example.org:kernel:vadd:1.0", "example.org:kernel:vadd:2.0");
  }

  private void put(String name, String text) {
    entries.put(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path pack() throws IOException {
    return Files.write(folder.resolve("vadd.xo"), ZipArchive.write(entries));
  }

  private BuiltImage build() throws IOException {
    return build(pack());
  }

  private static BuiltImage build(Path file) {
    return ImageBuild.of(List.of())
        .frontEnd(TestVerilator.frontEnd())
        .kernel(file)
        .build(step -> {});
  }

  private void assertRefused(String... reasons) throws IOException {
    assertRefused(pack(), reasons);
  }

  private static void assertRefused(Path file, String... reasons) {
    assertThatThrownBy(() -> build(file))
        .isInstanceOfSatisfying(
            RtlException.class,
            e -> {
              assertThat(e.error()).isEqualTo(RtlError.DESCRIPTION_INVALID);
              assertThat(e.getMessage()).contains(reasons);
            });
  }
}
