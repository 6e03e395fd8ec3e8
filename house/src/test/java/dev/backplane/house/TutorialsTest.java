package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Follows tutorials as a reader does, from an empty folder and in the order of the page: a block
 * whose first line is a comment with the name of a file becomes that file, a block of bash is run,
 * and each line of a block of text is in what was printed last.
 */
@Execution(ExecutionMode.CONCURRENT)
class TutorialsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final Pattern NAME = Pattern.compile("^(?://|#|--) ([\\w./-]*[./]\\w+)\\n");

  /** A page, and a file that what it needs beside the build has installed. */
  record Tutorial(String page, String needed) {
    @Override
    public String toString() {
      return page;
    }
  }

  static List<Tutorial> tutorials() {
    return List.of(
        new Tutorial("docs/first-kernel.md", "."),
        new Tutorial("docs/kernels-in-java.md", "."),
        new Tutorial("docs/ci.md", "/usr/include/xrt/xclbin.h"),
        new Tutorial("docs/move-from-hls4ml.md", "."),
        new Tutorial("docs/move-from-opencl-bindings.md", "/etc/OpenCL/vendors/pocl.icd"));
  }

  @ParameterizedTest
  @MethodSource("tutorials")
  @Timeout(900)
  void aReaderCanFollowThePage(Tutorial tutorial, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(
        Files.exists(Checkout.ROOT.resolve("app/dist/target/backplane/stamp")),
        "the command line was not packaged in this build; 'mvn verify' does");
    assumeTrue(Files.exists(Path.of(tutorial.needed())), tutorial.needed() + " is not installed");
    String page = tutorial.page();
    Path work = Files.createDirectory(folder.resolve("work"));
    Path output = folder.resolve("output.txt");
    int steps = 0;
    List<MatchResult> blocks =
        BLOCK.matcher(Checkout.read(Checkout.ROOT.resolve(page))).results().toList();
    for (MatchResult block : blocks) {
      String text = block.group(2);
      switch (block.group(1)) {
        case "bash" -> {
          run(text, work, output);
          steps++;
        }
        case "text" -> {
          if (steps > 0) {
            assertThat(Checkout.read(output)).as(page).contains(text.lines().toList());
          }
        }
        default -> write(text, work);
      }
    }
    assertThat(steps).as("commands of " + page).isPositive();
  }

  private static void write(String text, Path folder) throws IOException {
    Matcher name = NAME.matcher(text);
    if (name.find()) {
      Path file = folder.resolve(name.group(1));
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
  }

  private static void run(String commands, Path folder, Path output)
      throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-euc", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    shell.environment().put("BACKPLANE", Checkout.ROOT.toString());
    shell.environment().put("BACKPLANE_BUILD", "never");
    shell.environment().merge("PATH", "", (path, _) -> Checkout.ROOT + File.pathSeparator + path);
    Process process = shell.start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(10, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as(commands + Checkout.read(output)).isTrue();
    assertThat(process.exitValue()).as(commands + Checkout.read(output)).isZero();
  }
}
