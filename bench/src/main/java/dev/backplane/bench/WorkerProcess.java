package dev.backplane.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An {@link EngineWorker} and the line to it. */
final class WorkerProcess implements AutoCloseable {
  private final String name;
  private final Process process;
  private final PrintStream out;
  private final BufferedReader in;
  private final double buildSeconds;

  /** Starts a worker and waits until it has its engine. */
  WorkerProcess(String design, String engine, Path netlist) throws IOException {
    name = design + " on " + engine;
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EngineWorker.class.getName(),
                design,
                engine,
                netlist.toString()));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    out = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
    in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String[] ready = line().split(" ", 2);
    buildSeconds = Long.parseLong(ready[1]) / 1e9;
  }

  /** Seconds from the netlist, or for the peer from the sources, to an engine. */
  double buildSeconds() {
    return buildSeconds;
  }

  /** Cycles and a digest of a fixed piece of work from power-up. */
  String check() throws IOException {
    return ask("check");
  }

  /** Millions of cycles per CPU second, over about so many seconds. */
  double rate(double seconds) throws IOException {
    String[] answer = ask("run " + (long) (seconds * 1e9)).split(" ", 2);
    return Double.parseDouble(answer[0]) * 1e3 / Double.parseDouble(answer[1]);
  }

  /** The most memory that it has occupied so far. */
  double megabytes() throws IOException {
    return Long.parseLong(ask("size")) / 1e6;
  }

  private String ask(String question) throws IOException {
    out.println(question);
    return line();
  }

  private String line() throws IOException {
    String line = in.readLine();
    if (line == null) {
      throw new IOException(name + " ended without an answer; what it said is above");
    }
    return line;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
