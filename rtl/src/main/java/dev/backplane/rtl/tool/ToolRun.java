package dev.backplane.rtl.tool;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
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
 * One run of an external program: bounded in time, killed when the caller is interrupted or the JVM
 * ends, its output kept in a file so that no pipe can fill up.
 *
 * @param exitCode what it returned
 * @param output the first mebibyte of what it printed
 */
public record ToolRun(int exitCode, String output) {
  private static final int OUTPUT_LIMIT = 1 << 20;
  private static final String LOG = "tool.log";

  /**
   * Runs a program to its end.
   *
   * @param command the program and its arguments
   * @param folder its working folder, which takes the log too
   * @param deadline how long it may take
   * @return how it ended, with what it printed to both streams
   * @throws RtlException {@code TOOL_MISSING} if it does not start, {@code TIMEOUT}, {@code
   *     CANCELLED} if the thread is interrupted
   */
  public static ToolRun run(List<String> command, Path folder, Duration deadline) {
    return run(command, folder, deadline, null);
  }

  /**
   * Runs a program to its end.
   *
   * @param command the program and its arguments
   * @param folder its working folder, which takes the log too
   * @param deadline how long it may take
   * @param result the file that takes its standard output; null to keep it with the errors
   * @return how it ended, with what it printed besides the result
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
              .redirectInput(ProcessBuilder.Redirect.from(empty(folder).toFile()));
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
      return new ToolRun(process.exitValue(), head(log));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RtlException(
          RtlError.CANCELLED, "'" + command.getFirst() + "' was killed: cancelled", e);
    } catch (IOException e) {
      throw new RtlException(RtlError.TOOL_MISSING, "the output of a tool is unreadable: " + e, e);
    } finally {
      kill(process);
      forget(atExit);
    }
  }

  private static Path empty(Path folder) throws IOException {
    Path empty = folder.resolve("empty-input");
    return Files.exists(empty) ? empty : Files.createFile(empty);
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the JVM is going down: the hook runs, and finds a process that is gone
    }
  }

  private static String head(Path log) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      return new String(in.readNBytes(OUTPUT_LIMIT), StandardCharsets.UTF_8);
    }
  }
}
