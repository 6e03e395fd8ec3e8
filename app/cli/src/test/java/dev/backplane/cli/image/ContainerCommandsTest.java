package dev.backplane.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerCommandsTest {
  private static final byte[] SPIRV = {3, 2, 0x23, 7, 0, 0};

  @TempDir Path folder;
  private String container = "";
  private Outcome packed = Outcome.of("version");

  @BeforeEach
  void pack() throws Exception {
    Path source = Files.writeString(folder.resolve("vadd.cl"), "kernel void vadd() {}\n");
    Path spirv = Files.write(folder.resolve("vadd.spv"), SPIRV);
    container = folder.resolve("all.bin").toString();
    packed =
        Outcome.of(
            "image",
            "pack",
            container,
            "--binary",
            "target=opencl_c,file=" + source + ",kernels=vadd,range.vadd=3",
            "--binary",
            "target=spir64,file=" + spirv + ",compile=-DA=1,2 -g,link=-x",
            "--binary",
            "target=softcard,file=" + Outcome.example("vadd/vadd.xclbin"));
  }

  @Test
  void aContainerIsPackedAndInspected() {
    assertThat(packed.code()).as(packed.err()).isZero();
    Outcome inspected = Outcome.of("image", "inspect", container);
    assertThat(inspected.out())
        .isEqualTo(packed.out())
        .containsPattern("0 +opencl_c +source +22 +vadd")
        .containsPattern("1 +spir64 +spirv +6 +-")
        .containsPattern("2 +softcard +xclbin")
        .contains("kernel vadd ranges over arguments [3]")
        .contains("compile options: -DA=1,2 -g")
        .contains("link options: -x");
    assertThat(Outcome.of("image", "inspect", "--json", container).out())
        .contains("\"target\":\"opencl_c\",\"format\":\"source\",\"bytes\":22")
        .contains("\"ranges\":{\"vadd\":[3]}");
  }

  @Test
  void binariesAreTakenOutAsTheyWere() throws Exception {
    assertThat(Outcome.of("image", "dump", container, "opencl_c").out().strip())
        .isEqualTo("kernel void vadd() {}");
    Path spirv = folder.resolve("out.spv");
    assertThat(Outcome.of("image", "dump", container, "1", "-o", "" + spirv).code()).isZero();
    assertThat(Files.readAllBytes(spirv)).isEqualTo(SPIRV);
    Path all = Files.createDirectory(folder.resolve("all"));
    assertThat(Outcome.of("image", "dump", container, "-o", "" + all).out())
        .contains("00-opencl_c.cl")
        .contains("01-spir64.spv");
    assertThat(all.resolve("02-softcard.xclbin"))
        .hasSameBinaryContentAs(Path.of(Outcome.example("vadd/vadd.xclbin")));
  }

  @Test
  void showsTheBinaryThatADeviceWouldTake() {
    assertThat(Outcome.of("image", "select", container, "--type", "cpu").out())
        .containsPattern("index +1")
        .containsPattern("takes +spir64_x86_64, spir64, opencl_c");
    assertThat(Outcome.of("image", "select", container, "--takes", "none,softcard", "--json").out())
        .contains("\"index\":2");
    assertThat(Outcome.of("image", "select", container, "-d", "softcard/card0").out())
        .containsPattern("takes +xclbin")
        .containsPattern("index +2");
    Outcome refused = Outcome.of("image", "select", container, "--takes", "nvptx64");
    assertThat(refused.code()).isNotZero();
    assertThat(refused.err()).contains("takes nvptx64").contains("opencl_c (source, 22 bytes)");
  }

  @Test
  void wrongTermsAreExplained() {
    refused("'colour=red' is none of", "target=a,colour=red,file=x");
    refused("no file= in it", "target=a");
    refused("'file' is there twice", "target=a,file=x,file=y");
    refused("no such file", "target=a,file=" + folder.resolve("missing"));
    refused("no such format", "target=a,format=elf,file=" + folder.resolve("vadd.cl"));
    refused("no indices", "target=a,range.k=x,file=" + folder.resolve("vadd.cl"));
    refused("ranges over", "target=a,range.k=0:1:2:3,file=" + folder.resolve("vadd.cl"));
  }

  @Test
  void aDamagedContainerIsAnErrorWithItsOffset() throws Exception {
    byte[] bytes = Files.readAllBytes(Path.of(container));
    bytes[8] = 1;
    Path bad = Files.write(folder.resolve("bad.bin"), bytes);
    Outcome outcome = Outcome.of("image", "inspect", bad.toString());
    assertThat(outcome.code()).isNotZero();
    assertThat(outcome.err()).contains("IMAGE_TRUNCATED").contains("at offset 8");
    assertThat(Outcome.of("image", "dump", container, "nvptx64").err()).contains("means no");
    assertThat(Outcome.of("image", "dump", container, "spir64").err()).contains("no text");
  }

  private void refused(String problem, String binary) {
    Outcome outcome =
        Outcome.of("image", "pack", folder.resolve("no.bin").toString(), "--binary", binary);
    assertThat(outcome.code()).isNotZero();
    assertThat(outcome.err()).contains(problem);
    assertThat(folder.resolve("no.bin")).doesNotExist();
  }
}
