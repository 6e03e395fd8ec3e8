package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.command.ExitCode;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command says of every file that it cannot read what is the matter, and answers with 2. */
@Timeout(600)
class UnreadableFilesTest {
  @TempDir Path folder;
  private Path text;

  @BeforeEach
  void makeWhatIsThere() throws IOException {
    Files.writeString(folder.resolve("good.v"), "module good(input ap_clk); endmodule\n");
    text = Files.writeString(folder.resolve("good.toml"), "[[kernels]]\nname = \"good\"\n");
  }

  /** A file that is not there, one that is a folder, and one that nobody can read, root neither. */
  private List<Path> unreadable(String ending) throws IOException {
    List<Path> files = new ArrayList<>();
    files.add(folder.resolve("missing" + ending));
    files.add(Files.createDirectories(folder.resolve("folder" + ending)));
    Path memory = Path.of("/proc/self/mem");
    if (Files.exists(memory)) {
      Path link = folder.resolve("unreadable" + ending);
      Files.deleteIfExists(link);
      files.add(Files.createSymbolicLink(link, memory));
    }
    Path zeros = folder.resolve("zeros" + ending);
    Files.deleteIfExists(zeros);
    files.add(Files.createSymbolicLink(zeros, Path.of("/dev/zero")));
    return files;
  }

  /** A pipe that nobody writes to, and a file that no memory has room for. */
  private List<Path> endless(String ending) throws IOException, InterruptedException {
    List<Path> files = new ArrayList<>();
    Path pipe = folder.resolve("pipe" + ending);
    if (new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0) {
      files.add(pipe);
    }
    Path large = folder.resolve("large" + ending);
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(8L << 30);
    }
    files.add(large);
    return files;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info FILE.xclbin",
        "image inspect FILE.xclbin",
        "image verify IMAGE --trust FILE.pem",
        "image replace-section IMAGE IP_LAYOUT FILE.bin -o OUT",
        "image pack OUT --binary target=spir64,file=FILE.spv",
        "run FILE.xclbin --kernel vadd --device softcard/card0",
        "run IMAGE --kernel vadd --device softcard/card0 --arg a=@FILE.bin --arg b=:4 --arg c=:4"
            + " --arg n=1",
        "wave FILE.fst",
        "build FILE.v --kernel KERNEL -o OUT",
        "build FILE.vhd --kernel KERNEL -o OUT",
        "build SOURCE --kernel FILE.toml -o OUT",
        "build SOURCE --kernel FILE.xml -o OUT",
        "build FILE.xo -o OUT",
        "build -f FILE.f --kernel KERNEL -o OUT",
        "test FILE.toml",
        "compile FILE.onnx -o OUT",
        "compile FILE.json -o OUT",
        "simulate FILE.onnx",
        "graph FILE.json",
        "list --config FILE.json",
        "program -d softcard/card0 --base FILE.bin --yes",
        "exec --xrt-ini FILE.ini -- true",
        "exec --image FILE.xclbin -- true",
        "exec -- true FILE.xclbin",
      })
  void endlessInputIsRefusedWithoutWaitingOrMemory(String line) throws Exception {
    String ending = line.replaceFirst("^.*FILE(\\.[a-z0-9]+).*$", "$1");
    for (Path file : endless(ending)) {
      Outcome outcome = Outcome.of(words(line, file));
      assertThat(outcome.err())
          .as(line + " " + file)
          .startsWith("backplane: ")
          .doesNotContain("INTERNAL")
          .doesNotContain("OutOfMemory")
          .doesNotContain("overflow");
      assertThat(outcome.code()).as(line + " " + file).isIn(ExitCode.FAILED, ExitCode.USAGE);
    }
  }

  private String[] words(String line, Path file) {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ")) {
      words.add(
          switch (word) {
            case "IMAGE" -> Outcome.example("vadd/vadd.xclbin");
            case "OUT" -> folder.resolve("out").toString();
            case "TEXT" -> text.toString();
            case "SOURCE" -> folder.resolve("good.v").toString();
            case "KERNEL" -> Outcome.example("vadd/kernel.xml");
            case "FOLDER" -> folder.toString();
            default -> word.replaceFirst("FILE\\.[a-z0-9]+", file.toString());
          });
    }
    return words.toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info FILE.xclbin",
        "image inspect FILE.xclbin",
        "image verify FILE.xclbin",
        "image verify IMAGE --trust FILE.pem",
        "image dump FILE.xclbin BITSTREAM -o OUT",
        "image sign FILE.xclbin --key FILE.pem --certificate FILE.pem",
        "image sign IMAGE --key FILE.pem --certificate FILE.pem -o OUT",
        "image sign IMAGE --pkcs12 FILE.p12 --password=x -o OUT",
        "image replace-section FILE.xclbin IP_LAYOUT TEXT -o OUT",
        "image replace-section IMAGE IP_LAYOUT FILE.bin -o OUT",
        "image add-section IMAGE SOFT_KERNEL FILE.bin -o OUT",
        "image remove-section FILE.xclbin IP_LAYOUT -o OUT",
        "image pack OUT --binary target=spir64,file=FILE.spv",
        "image select FILE.bin --type gpu",
        "run FILE.xclbin --kernel vadd --device softcard/card0",
        "run IMAGE --kernel vadd --device softcard/card0 --arg a=@FILE.bin --arg b=:4 --arg c=:4"
            + " --arg n=1",
        "wave FILE.xclbin --kernel vadd --device softcard/card0",
        "wave FILE.vcd",
        "wave FILE.fst",
        "build FILE.v --kernel KERNEL -o OUT",
        "build FILE.sv --kernel KERNEL -o OUT",
        "build FILE.vhd --kernel KERNEL -o OUT",
        "build SOURCE --kernel FILE.toml -o OUT",
        "build FILE.xo -o OUT",
        "build -f FILE.f --kernel KERNEL -o OUT",
        "demo FILE.txt",
        "examine -d softcard/card0 --load FILE.xclbin",
        "program -d softcard/card0 FILE.xclbin",
        "program -d softcard/card0 --base FILE.bin --yes",
        "validate -d softcard/card0 --image FILE.xclbin",
        "reset -d softcard/card0 --load FILE.xclbin",
        "clock -d softcard/card0 --load FILE.xclbin",
        "top -d softcard/card0 --load FILE.xclbin -n 1",
        "list --config FILE.json",
        "plugins --config FILE.json",
        "list --trace --trace-to FOLDER",
        "list --trace-file FOLDER",
        "exec --xrt-ini FILE.ini -- true",
        "exec --image FILE.xclbin -- true",
      })
  void aFileThatCannotBeReadIsAMistakeOfTheCallerThatIsExplained(String line) throws IOException {
    String ending = line.replaceFirst("^.*FILE(\\.[a-z0-9]+).*$", "$1");
    for (Path file : unreadable(ending.equals(line) ? ".x" : ending)) {
      if (line.startsWith("build FILE") && Files.isDirectory(file)) {
        // A folder of sources is a source.
        continue;
      }
      String[] words = words(line, file);
      Outcome outcome = Outcome.of(words);
      assertThat(outcome.err())
          .as(String.join(" ", words))
          .containsPattern("(?m)^backplane: BP[12]\\d{3} [A-Z_]+: ")
          .doesNotContain("Exception")
          .doesNotContain("java.")
          .hasLineCount(1);
      assertThat(outcome.code()).as(String.join(" ", words)).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void aDamagedFileIsNotReportedAsMissing() {
    Path image = folder.resolve("damaged.xclbin");
    byte[] text = "<project name=\"\u00ff\"/>".getBytes(StandardCharsets.ISO_8859_1);
    Xclbin.builder()
        .platform("backplane_softcard_1")
        .add(SectionKind.EMBEDDED_METADATA, text)
        .deriveIdentity()
        .build()
        .write(image);
    for (List<String> line :
        List.of(
            List.of("info", image.toString()),
            List.of("image", "verify", image.toString()),
            List.of("run", image.toString(), "--kernel", "vadd"))) {
      assertThat(Outcome.of(line.toArray(String[]::new)).err())
          .as(line.toString())
          .doesNotContain("FILE_UNREADABLE")
          .doesNotContain("Name a file");
    }
  }

  @Test
  void aNameThatCannotBeOneOfAFileIsAMistakeOfTheCaller() {
    for (List<String> line :
        List.of(List.of("info", "a\0b.xclbin"), List.of("list", "--config", "a\0b.json"))) {
      Outcome outcome = Outcome.of(line.toArray(String[]::new));
      assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
      assertThat(outcome.err()).doesNotContain("Exception").doesNotContain("INTERNAL");
    }
  }
}
