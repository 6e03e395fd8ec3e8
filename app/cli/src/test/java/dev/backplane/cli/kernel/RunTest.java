package dev.backplane.cli.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTest {
  private static final int COUNT = 64;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void inputs() throws IOException {
    Files.write(folder.resolve("a.bin"), numbers(3));
    Files.write(folder.resolve("b.bin"), numbers(5));
    Files.createFile(folder.resolve("empty.bin"));
  }

  @Test
  void theExampleAddsTwoFiles() throws IOException {
    Outcome outcome = vadd("a=@a.bin", "b=@b.bin", "c=c.bin:256", "n=64");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("vadd on softcard/card0: ").contains("(256 bytes)");
    assertThat(folder.resolve("c.bin")).hasBinaryContent(numbers(8));
  }

  @Test
  void programsGetJson() {
    Outcome outcome = vadd("a=@a.bin", "b=@b.bin", "c=c.bin:256", "n=0x40", "--json");
    assertThat(outcome.out())
        .startsWith("{\"state\":\"completed\"")
        .contains("\"argument\":\"c\"")
        .hasLineCount(1);
  }

  @Test
  void aTraceShowsTheCallsOnTheOtherStream() {
    Outcome outcome = vadd("a=@a.bin", "b=@b.bin", "c=:256", "n=64", "--trace");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).contains("softcard").contains("start");
  }

  /** The level may be left out: what follows is no level then, but the image. */
  @Test
  void aTraceTakesALevelOrNone() {
    String image = Outcome.example("vadd/vadd.xclbin");
    assertThat(Outcome.of("image", "inspect", "--trace", image).code()).isZero();
    Outcome basic = Outcome.of("list", "--trace=1");
    assertThat(basic.err())
        .contains("SYCL_PI_TRACE[basic]: Plugin found and successfully loaded: softcard from ")
        .doesNotContain("Adapter.enumerate");
    assertThat(Outcome.of("list", "--trace=loud").code()).isEqualTo(2);
    assertThat(Outcome.of("list", "--trace=loud").err()).contains("--trace", "loud");
  }

  @Test
  void aTimeLineHasATrackForEachComputeUnit() throws IOException {
    Path file = folder.resolve("time.json");
    Outcome outcome =
        vadd(
            "a=@a.bin",
            "b=@b.bin",
            "c=:256",
            "n=64",
            "--trace-file",
            file.toString(),
            "--timeout",
            "50s");
    assertThat(outcome.err()).isEmpty();
    assertThat(Files.readString(file))
        .contains("\"args\":{\"name\":\"softcard/card0\"}")
        .contains("\"args\":{\"name\":\"vadd_1\"}")
        .contains("{\"name\":\"vadd\",\"cat\":\"run\",\"ph\":\"X\"")
        .endsWith("]\n");
  }

  @ParameterizedTest
  @CsvSource({
    "a=@a.bin b=@b.bin c=c.bin:256, 2, 'argument 3 ''n'''",
    "a=@a.bin b=@b.bin c=c.bin:256 n=64 n=64, 2, given twice",
    "a=@a.bin b=@b.bin c=c.bin:256 n=64 x=1, 2, BP1007",
    "a=@missing.bin b=@b.bin c=c.bin:256 n=64, 2, no such file",
    "a=@empty.bin b=@b.bin c=c.bin:256 n=64, 2, empty",
    "a=@. b=@b.bin c=c.bin:256 n=64, 2, BP1013",
    "a=1 b=@b.bin c=c.bin:256 n=64, 2, BP1008",
    "a=@a.bin b=@b.bin c=c.bin:256 n=0x100000000, 2, BP1009",
    "a=@a.bin b=@b.bin c=missing/c.bin:256 n=64, 2, BP1013",
    "a=@a.bin b=@b.bin c=c.bin:999G n=64, 1, BP4002",
    "a=@a.bin:c.bin b=@b.bin c=c.bin:256 n=64, 2, two arguments",
    "a=@a.bin b=@b.bin c=c.bin:256 n=5000, 1, BP5007",
    "a=@a.bin b=@b.bin c=c.bin:256 n=64 --device null/null0, 2, BP1005",
    "a=@a.bin b=@b.bin c=c.bin:256 n=64 --device type=gpu, 2, BP1004"
  })
  void reportsAnImpossibleRunInOneLineAndLeavesNoFiles(String line, int code, String message)
      throws IOException {
    Outcome outcome = vadd(line.split(" "));
    assertThat(outcome.err()).startsWith("backplane: BP").contains(message).hasLineCount(1);
    assertThat(outcome.code()).isEqualTo(code);
    assertThat(names()).containsExactlyInAnyOrder("a.bin", "b.bin", "empty.bin");
  }

  @Test
  void aRunThatTakesTooLongIsStoppedAndLeavesNoFiles() throws IOException {
    Outcome outcome =
        run(
            "sha256",
            "data=:16M",
            "length=0x1000000",
            "digest=digest.bin:32",
            "--timeout",
            "300ms",
            "--json");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("BP5009 TIMEOUT").contains("0.3 s").hasLineCount(1);
    assertThat(outcome.out())
        .startsWith("{\"state\":\"failed\",\"error\":{\"code\":\"BP5009\",\"name\":\"TIMEOUT\",");
    assertThat(names()).containsExactlyInAnyOrder("a.bin", "b.bin", "empty.bin");
  }

  @Test
  void theDemoAgreesWithTheJdk() {
    Outcome outcome = Outcome.of("demo", folder.resolve("a.bin").toString());
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("MessageDigest: the same").contains("cycles simulated");
  }

  @Test
  void theDemoHashesNothingToo() {
    Outcome outcome = Outcome.of("demo", folder.resolve("empty.bin").toString());
    assertThat(outcome.out())
        .contains("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  on the card")
        .contains("the same");
  }

  @Test
  void aProgramGetsTheDemoAsOneObject() {
    assertThat(Outcome.of("demo", folder.resolve("empty.bin").toString(), "--json").out())
        .startsWith("{\"device\":\"softcard/card0\",\"bytes\":0,\"digest\":\"e3b0c44298fc1c14")
        .contains("\"same\":true,\"cycles\":")
        .hasLineCount(1);
  }

  private Outcome vadd(String... words) {
    return run("vadd", words);
  }

  /** Words with an equals sign become values of --arg, with files in the folder of the test. */
  private Outcome run(String kernel, String... words) {
    List<String> line = new ArrayList<>();
    line.addAll(
        List.of("run", Outcome.example(kernel + "/" + kernel + ".xclbin"), "--kernel", kernel));
    boolean option = false;
    for (String word : words) {
      boolean argument = word.contains("=") && !option;
      option = word.startsWith("--") && !word.equals("--json") && !word.equals("--trace");
      if (argument) {
        line.add("--arg");
        int at = word.indexOf('=') + (word.contains("=@") ? 2 : 1);
        boolean file = word.contains(".bin") || word.contains("=@");
        String inFolder = word.substring(0, at) + folder + "/" + word.substring(at);
        line.add(file ? inFolder.replace("bin:c.bin", "bin:" + folder + "/c.bin") : word);
      } else {
        line.add(word);
      }
    }
    return Outcome.of(line.toArray(String[]::new));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }

  private static byte[] numbers(int factor) {
    ByteBuffer bytes = ByteBuffer.allocate(COUNT * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < COUNT; i++) {
      bytes.putInt(i * factor);
    }
    return bytes.array();
  }
}
