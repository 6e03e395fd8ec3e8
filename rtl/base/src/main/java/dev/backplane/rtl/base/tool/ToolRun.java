package dev.backplane.rtl.base.tool;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of an external program. It has a deadline, is killed when the caller is interrupted or
 * the JVM exits, and writes its output to a file, so that no pipe can fill up.
 *
 * @param exitCode the exit code
 * @param output the first mebibyte of its output
 */
public record ToolRun(int exitCode, String output) {
  private static final int OUTPUT_LIMIT = 1 << 20;
  private static final String LOG = "tool.log";

  /**
   * Runs a program and waits until it exits.
   *
   * @param command the program and its arguments
   * @param folder its working folder, also for the log
   * @param deadline how long it may take
   * @return its exit code, and its output to both streams
   * @throws RtlException {@code TOOL_MISSING} if it does not start, {@code TIMEOUT}, {@code
   *     CANCELLED} if the thread is interrupted
   */
  public static ToolRun run(List<String> command, Path folder, Duration deadline) {
    return run(command, folder, deadline, null);
  }

  /**
   * Runs a program and waits until it exits.
   *
   * @param command the program and its arguments
   * @param folder its working folder, also for the log
   * @param deadline how long it may take
   * @param result the file for its standard output; null to include it in the log
   * @return its exit code, and its output besides the result
   * @throws RtlException as {@link #run(List, Path, Duration)}
   */
  public static ToolRun run(
      List<String> command, Path folder, Duration deadline, @Nullable Path result) {
    Path log = folder.resolve(LOG);
    Process process;
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(emptyInput(folder).toFile()));
      if (result == null) {
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
      } else {
        builder.redirectOutput(result.toFile()).redirectError(log.toFile());
      }
      process = builder.start();
    } catch (IOException e) {
      throw new RtlException(
          RtlError.TOOL_MISSING, "'" + command.getFirst() + "' does not start: " + e, e);
    }
    Thread atExit = new Thread(() -> kill(process), "backplane-kill-" + process.pid());
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new RtlException(
            RtlError.TIMEOUT,
            "'%s' did not finish within %d s and was killed. Allow more time, or make the design smaller"
                .formatted(String.join(" ", command), deadline.toSeconds()));
      }
      return new ToolRun(process.exitValue(), readHead(log));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RtlException(
          RtlError.CANCELLED, "'" + command.getFirst() + "' was killed: cancelled", e);
    } catch (IOException e) {
      throw new RtlException(RtlError.TOOL_MISSING, "the output of a tool is unreadable: " + e, e);
    } finally {
      kill(process);
      removeHook(atExit);
    }
  }

  private static Path emptyInput(Path folder) throws IOException {
    Path empty = folder.resolve("empty-input");
    return Files.exists(empty) ? empty : Files.createFile(empty);
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void removeHook(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the JVM is exiting: the hook runs and finds no process
    }
  }

  private static String readHead(Path log) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      return new String(in.readNBytes(OUTPUT_LIMIT), StandardCharsets.UTF_8);
    }
  }
}
