package dev.backplane.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A process that answers each line with a line. */
final class Conversation implements AutoCloseable {
  private final String name;
  private final Process process;
  private final PrintStream out;
  private final BufferedReader in;

  /** Starts it in this folder; what it says first is there to be read. */
  Conversation(String name, List<String> command) throws IOException {
    this(name, command, Path.of(""));
  }

  /** Starts it in a folder. */
  Conversation(String name, List<String> command, Path folder) throws IOException {
    this.name = name;
    process =
        new ProcessBuilder(command)
            .directory(folder.toAbsolutePath().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    out = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
    in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** {@return the answer to a line} */
  String ask(String question) throws IOException {
    out.println(question);
    return line();
  }

  /** {@return the next line that it says} */
  String line() throws IOException {
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
