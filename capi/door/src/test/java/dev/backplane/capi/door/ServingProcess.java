package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A card that another process serves, so that it can have limits, and be killed. */
final class ServingProcess implements AutoCloseable {
  private static final Pattern HOLD =
      Pattern.compile("/proc/\\d+/(mem|maps)|anon_inode:\\[eventpoll]");

  private final Path socket;
  private final Process process;
  private final BufferedReader said;

  /**
   * Starts it, and waits until it serves.
   *
   * @param folder an empty folder for its files
   * @param card a card, in the form of a configuration
   * @param descriptors how many files it can have open
   */
  ServingProcess(Path folder, String card, int descriptors) throws IOException {
    socket = folder.resolve("door");
    process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n %d; exec \"$@\"".formatted(descriptors),
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                String.join(
                    ":",
                    System.getProperty("java.class.path", ""),
                    System.getProperty("jdk.module.path", ""),
                    "target/test-classes",
                    "target/classes"),
                ServingProcess.class.getName(),
                folder.toString(),
                card)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    said = process.inputReader();
    assertThat(said.readLine()).isEqualTo("serving");
  }

  /**
   * Serves until nobody is left who could want more.
   *
   * @param arguments a folder and a card
   */
  public static void main(String... arguments) throws IOException {
    try (ServedCard _ = new ServedCard(Path.of(arguments[0]), arguments[1])) {
      System.out.println("serving");
      while (System.in.read() >= 0) {
        // More is to come.
      }
    }
  }

  Path socket() {
    return socket;
  }

  /** The next line that one of its AFUs prints. */
  String line() throws IOException {
    return said.readLine();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  /** Returns the number of descriptors for the memory and the agents of processes. */
  long holds() throws IOException {
    long count = 0;
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(Path.of("/proc/%d/fd".formatted(process.pid())))) {
      for (Path each : all) {
        try {
          count += HOLD.matcher(Files.readSymbolicLink(each).toString()).matches() ? 1 : 0;
        } catch (NoSuchFileException e) {
          // It was closed meanwhile.
        }
      }
    }
    return count;
  }

  /** Sends it a signal. */
  void signal(String name) throws IOException, InterruptedException {
    int code = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    assertThat(code).isZero();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
