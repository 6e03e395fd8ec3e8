package dev.backplane.api.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LLVM's own tools read what is written here, and write what is read here. */
class LlvmToolsTest {
  @TempDir Path folder;

  @Test
  void llvmReadsWhatIsWrittenHere() throws Exception {
    Path tool = tool("llvm-objdump");
    Content bitcode = Content.of((byte) 'B', (byte) 'C', (byte) 0xC0, (byte) 0xDE);
    Path file =
        Files.write(
            folder.resolve("all.bin"),
            new BinaryContainer(
                    "all",
                    List.of(
                        DeviceBinary.of("nvptx64-nvidia-cuda", bitcode).withOptions("-O2", ""),
                        DeviceBinary.ofSource("kernel void k() {}"),
                        DeviceBinary.of("spir64", Content.EMPTY)))
                .toImage()
                .content()
                .toArray());
    assertThat(run(tool.toString(), "--offloading", file.toString()))
        .containsPattern("kind +llvm ir")
        .containsPattern("triple +nvptx64-nvidia-cuda")
        .containsPattern("triple +opencl_c")
        .containsPattern("triple +spir64")
        .contains("OFFLOADING IMAGE [2]");
  }

  @Test
  void readsBinariesThatLlvmWrites() throws Exception {
    Path tool = tool("clang-offload-packager");
    Path code = Files.write(folder.resolve("code.bc"), new byte[] {'B', 'C', (byte) 0xC0, 1, 2});
    Path out = folder.resolve("out.bin");
    run(
        tool.toString(),
        "-o",
        out.toString(),
        "--image=file=" + code + ",triple=spir64-unknown-unknown,arch=generic,kind=openmp",
        "--image=file=" + code + ",triple=amdgcn-amd-amdhsa,arch=gfx908,kind=openmp");
    List<DeviceBinary> binaries = BinaryContainer.read(Image.of(out)).binaries();
    assertThat(binaries).hasSize(2);
    assertThat(binaries.getFirst().isFor("spir64")).isTrue();
    assertThat(binaries.getFirst().format()).isEqualTo(ImageFormat.BITCODE);
    assertThat(binaries.getFirst().code()).isEqualTo(Content.of(Files.readAllBytes(code)));
    assertThat(binaries.get(1).architecture()).isEqualTo("amdgcn");
    assertThat(binaries.get(1).labels()).containsEntry("arch", "gfx908");
  }

  /** The offload binary format came with LLVM 15, whose tools have their version in the name. */
  private static Path tool(String name) {
    List<Path> found =
        Stream.of(15, 16, 17, 18, 19)
            .map(version -> Path.of("/usr/bin", name + "-" + version))
            .filter(Files::isExecutable)
            .toList();
    assumeTrue(!found.isEmpty(), name + " of LLVM 15 to 19 is not installed: tools/setup does it");
    return found.getFirst();
  }

  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
