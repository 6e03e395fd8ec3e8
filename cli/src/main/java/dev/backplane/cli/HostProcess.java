package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program in a session of its own, with all that it starts: XRT's shim signals its whole process
 * group when the program crashes, and what is to be ended with it is just that group.
 */
final class HostProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Process process;

  private HostProcess(Process process) {
    this.process = process;
  }

  static HostProcess start(List<String> command, Map<String, String> environment) {
    List<String> words = new ArrayList<>();
    // Ends up as the process that is started here: setsid only forks if it leads a group already.
    words.add("setsid");
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().putAll(environment);
    try {
      return new HostProcess(builder.start());
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

  /** Ends what is left of the group: first asks, then insists. */
  @Override
  public void close() {
    if (signal("TERM") && !gone(GRACE)) {
      signal("KILL");
      gone(GRACE);
    }
    process.destroyForcibly();
  }

  private boolean gone(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() - end < 0) {
      if (!signal("0")) {
        return true;
      }
      endsWithin(Duration.ofMillis(20));
      java.util.concurrent.locks.LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
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
