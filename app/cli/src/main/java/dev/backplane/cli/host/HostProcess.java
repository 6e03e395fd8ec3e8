package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program in a session of its own, with all that it starts: XRT's shim signals its whole process
 * group when the program crashes, and what is to be ended with it is just that group.
 */
final class HostProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration GLANCE = Duration.ofMillis(20);

  /** The files that XRT's shim writes beside the program, wherever that is. */
  private static final String LOG = "emulation_debug.log";

  private final Process process;
  private final Path sockets;

  /** Files that the program leaves and that were not there before. */
  private final List<Path> leftovers;

  private HostProcess(Process process, Path sockets, List<Path> leftovers) {
    this.process = process;
    this.sockets = sockets;
    this.leftovers = leftovers;
  }

  /**
   * Starts a program.
   *
   * @param command its words
   * @param environment what is added to the environment of this process
   * @param sockets where XRT's shim makes its sockets
   */
  static HostProcess start(List<String> command, Map<String, String> environment, Path sockets) {
    List<String> words = new ArrayList<>();
    // Ends up as the process that is started here: setsid only forks if it leads a group already.
    words.add("setsid");
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().putAll(environment);
    List<Path> leftovers = new ArrayList<>();
    log(command.getFirst()).filter(Files::notExists).ifPresent(leftovers::add);
    try {
      return new HostProcess(builder.start(), sockets, leftovers);
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE, "cannot be started: " + e.getMessage())
          .during("exec")
          .on(command.getFirst())
          .remedy("'setsid' of util-linux must be there too")
          .causedBy(e)
          .build();
    }
  }

  private static Optional<Path> log(String program) {
    Optional<Path> file = HostProgram.find(program, System.getenv().getOrDefault("PATH", ""));
    try {
      return file.isEmpty()
          ? Optional.empty()
          : Optional.of(file.get().toRealPath().resolveSibling(LOG));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** {@return whether it ended within that time} */
  boolean endsWithin(Duration time) {
    try {
      return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  /** {@return its exit code, 128 and the signal if one ended it} */
  int exitCode() {
    return process.exitValue();
  }

  long pid() {
    return process.pid();
  }

  /** Ends what is left of the group: first asks, then insists. Removes what it has left. */
  @Override
  public void close() {
    if (signal("TERM") && !gone(GRACE)) {
      signal("KILL");
      gone(GRACE);
    }
    process.destroyForcibly();
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(sockets, "*device[0-9]*_" + process.pid())) {
      for (Path socket : left) {
        Files.deleteIfExists(socket);
      }
      for (Path file : leftovers) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.getLogger(HostProcess.class.getName())
          .log(System.Logger.Level.DEBUG, "removing what a host has left", e);
    }
  }

  private boolean gone(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() - end < 0) {
      if (!signal("0")) {
        return true;
      }
      LockSupport.parkNanos(GLANCE.toNanos());
    }
    return false;
  }

  /** {@return whether anything is left in the group that a signal could be sent to} */
  private boolean signal(String signal) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + signal, "--", "-" + process.pid())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return kill.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS) && kill.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
