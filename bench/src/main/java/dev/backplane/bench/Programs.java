package dev.backplane.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs in C++ that are compiled and run beside what is measured. */
final class Programs {
  private Programs() {}

  /** Compiles one source file with what a release is compiled with. */
  static void compile(Path source, Path program, String... options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of("g++", "-std=c++17", "-O2", source.toString(), "-o", program.toString()));
    command.addAll(List.of(options));
    output(command);
  }

  /** The command that runs a class with the JDK of this process. */
  static List<String> java(
      List<String> options, String classPath, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  /** Runs a program to its end and gives what it printed. */
  static String output(List<String> command) throws IOException {
    return output(command, _ -> {});
  }

  /** Is told the number of a process that has just been started. */
  interface Started {
    void as(long pid) throws IOException;
  }

  /** Runs a program to its end, tells when it begins, and gives what it printed. */
  static String output(List<String> command, Started started) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    started.as(process.pid());
    try (InputStream in = process.getInputStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(command.getFirst() + " failed; what it said is above");
      }
      return text;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
