package dev.backplane.cli.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What run and exec say of their card without a configuration. */
class CardOptionsTest {
  private static final String KERNEL =
      """
      package elsewhere;

      public final class Twice implements dev.backplane.xrt.card.FunctionalKernel {
        @Override
        public void execute(Call call) {
          call.buffer("c").set(java.lang.foreign.ValueLayout.JAVA_INT, 0, 2 * call.intValue("n"));
        }
      }
      """;

  @TempDir private Path folder = Path.of("");

  private static Outcome run(Path image, String... more) {
    List<String> words = new ArrayList<>(List.of("run", image.toString(), "--kernel", "vadd"));
    for (String argument : List.of("a=:64", "b=:64", "n=21")) {
      words.addAll(List.of("--arg", argument));
    }
    words.addAll(List.of(more));
    return Outcome.of(words.toArray(String[]::new));
  }

  @Test
  void aKernelInJavaIsFoundOnTheClassPathThatIsNamed() throws IOException, InterruptedException {
    Path source = Files.createDirectories(folder.resolve("source")).resolve("Twice.java");
    Files.writeString(source, KERNEL);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    String path = System.getProperty("backplane.test.classpath", "");
    Process compiler =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", "javac").toString(),
                "-proc:none",
                "-cp",
                path.isEmpty() ? System.getProperty("java.class.path", "") : path,
                "-d",
                classes.toString(),
                source.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(compiler.exitValue()).isZero();
    Path image = folder.resolve("twice.xclbin");
    String kernel = Outcome.example("vadd/kernel.xml") + "=elsewhere.Twice";
    assertThat(Outcome.of("build", "-q", "--java", kernel, "-o", image.toString()).code()).isZero();

    Outcome without = run(image, "--arg", "c=:64");
    assertThat(without.code()).isEqualTo(1);
    assertThat(without.err())
        .contains("class elsewhere.Twice is not on the class path of the program")
        .contains("--class-path");

    Path result = folder.resolve("c.bin");
    Outcome with = run(image, "--arg", "c=" + result + ":4", "--class-path", classes.toString());
    assertThat(with.err()).isEmpty();
    assertThat(result).hasBinaryContent(new byte[] {42, 0, 0, 0});
  }

  @ParameterizedTest
  @CsvSource({
    "--watchdog,   -1,               0 is no limit",
    "--warn-only,  burst-type,       'there are valid-stays, payload-stays'",
    "--class-path, /not/there/at/all, does not exist"
  })
  void refusesOptionsThatACardCannotHave(String option, String value, String message) {
    Outcome refused =
        run(Path.of(Outcome.example("vadd/vadd.xclbin")), option, value, "--arg", "c=:64");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
  }

  @Test
  void aCardOfItsOwnContradictsAConfiguration() throws IOException {
    Path file = Files.writeString(folder.resolve("card.json"), "{\"plugins\": []}");
    Outcome refused =
        run(
            Path.of(Outcome.example("vadd/vadd.xclbin")),
            "--watchdog",
            "5000",
            "--config",
            file.toString(),
            "--arg",
            "c=:64");
    assertThat(refused.err())
        .contains("--watchdog makes a card of its own, which --config says is there already");
    assertThat(refused.code()).isEqualTo(2);
  }
}
