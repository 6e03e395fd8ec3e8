package dev.backplane.ffi;

import java.io.File;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tries something in a process of its own before this one does it: native libraries print banners,
 * wait for ever, or end the process when their surroundings are incomplete.
 *
 * <p>The process is a JVM with the classes that it needs, whose {@code main} tells each step
 * through {@link TrialSteps} before it is done. It writes to a file without a name, because the
 * standard streams are the library's to write to. It is killed with its descendants when its time
 * is over, and the kernel kills it when this process ends, however that ends.
 */
public final class TrialProcess {
  /** The property that tells the process who started it. */
  static final String PARENT = "backplane.trial.parent";

  /** Exit statuses above it mean a signal. */
  private static final int SIGNAL = 128;

  private static final int TOLD = 300;

  /** The interval at which the time of the process is looked at. */
  private static final int LOOKS_MILLIS = 50;

  private static final Map<Integer, String> SIGNALS =
      Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV");

  /** The message of a JVM about a fatal signal. */
  private static final class Crash {
    static final Pattern PATTERN =
        Pattern.compile(
            "(?s)^(.*?)#\\s+# A fatal error has been detected.*?(SIG[A-Z]+) \\(0x.*?"
                + "Problematic frame:\\s*# \\w*\\s*(.*?)\\s*#.*$");
  }

  private TrialProcess() {}

  /**
   * Tries.
   *
   * @param main a class with a {@code main} that begins with {@link TrialSteps#begin}
   * @param needed a class of each place that the process loads classes from, besides {@code main}'s
   * @param arguments what {@code main} is given
   * @param deadline how long it may compute or wait. While the machine has no processor for it, no
   *     time passes, but by the clock it takes no more than ten times as long
   * @return what went wrong and at which step, empty if nothing did
   * @throws IOException if it could not be tried, which says nothing of what was to be tried
   * @throws InterruptedException if this thread was interrupted, which ends the process
   */
  public static String run(
      Class<?> main, List<Class<?>> needed, List<String> arguments, Duration deadline)
      throws IOException, InterruptedException {
    List<String> command = command(main, needed, arguments);
    AtomicLong starved = StarvedTime.ofThread();
    FutureTask<String> trial = new FutureTask<>(() -> run(command, deadline, starved));
    // The kernel kills the process when the thread that started it ends, so that is none of a pool.
    Thread keeper = Thread.ofPlatform().daemon().name("trial").start(trial);
    try {
      return trial.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(
          "it could not be tried in a process of its own: " + cause.getMessage(), cause);
    } catch (InterruptedException e) {
      keeper.interrupt();
      throw e;
    }
  }

  /**
   * {@return what the outcome for a library is remembered by: a file that was changed meanwhile is
   * another library}
   *
   * @param nameOrPath what the dynamic linker is asked for
   */
  public static String identity(String nameOrPath) {
    try {
      Path file = Path.of(nameOrPath);
      return nameOrPath.contains("/")
          ? file.toRealPath() + " " + Files.getLastModifiedTime(file)
          : nameOrPath;
    } catch (IOException e) {
      return nameOrPath;
    }
  }

  /**
   * {@return how long a trial may take in a call that has so long: what is tried is then done here,
   * too}
   */
  public static Duration share(Duration call) {
    // Not by Duration's own arithmetic, which is that of large decimals.
    return Duration.ofNanos(call.toNanos() / 10 * 6);
  }

  private static String run(List<String> command, Duration deadline, AtomicLong starved)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("backplane-trial-", ".txt");
    try (FileChannel report = FileChannel.open(file, StandardOpenOption.READ)) {
      Process process;
      try {
        process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(file.toFile()))
                .start();
      } finally {
        // Both sides have it open; nothing is left behind if either is killed.
        Files.delete(file);
      }
      LastWords words = LastWords.of(process.getInputStream());
      boolean ended;
      try {
        ended = isEnded(process, deadline, starved);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        // Not the process itself, which would close the stream that is being read.
        process.toHandle().destroyForcibly();
      }
      return verdict(ended ? process.exitValue() : -1, steps(report), words.text(), deadline);
    }
  }

  private static boolean isEnded(Process process, Duration deadline, AtomicLong starved)
      throws InterruptedException {
    ProcessTime time = new ProcessTime(process.pid());
    long slice = Math.clamp(deadline.toMillis(), 1, LOOKS_MILLIS);
    while (!process.waitFor(slice, TimeUnit.MILLISECONDS)) {
      starved.addAndGet(time.look());
      if (time.isOver(deadline)) {
        return false;
      }
    }
    return true;
  }

  private static List<String> steps(FileChannel report) throws IOException {
    report.position(0);
    return new String(Channels.newInputStream(report).readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  /** Says what went wrong; the status is negative if the process had not ended. */
  private static String verdict(int status, List<String> steps, String words, Duration deadline)
      throws IOException {
    if (status < 0 && steps.isEmpty()) {
      throw new IOException("its process had not begun within " + seconds(deadline) + " s");
    }
    String last = steps.isEmpty() ? "before its first step" : "at '" + steps.getLast() + "'";
    if (status < 0) {
      return "in a process of its own it hangs %s for more than %s s%s"
          .formatted(last, seconds(deadline), output(words));
    }
    if (status == 0 && !steps.isEmpty() && steps.getLast().equals(TrialSteps.DONE)) {
      return "";
    }
    Matcher crash = Crash.PATTERN.matcher(words);
    return crash.matches()
        ? "in a process of its own it ends the process %s with %s in %s%s"
            .formatted(last, crash.group(2), crash.group(3), output(crash.group(1)))
        : "in a process of its own it ends the process %s with %s%s"
            .formatted(last, status(status), output(words));
  }

  private static String seconds(Duration duration) {
    return Double.toString(duration.toMillis() / 1000.0);
  }

  private static String status(int status) {
    int signal = status - SIGNAL;
    return signal > 0 ? SIGNALS.getOrDefault(signal, "signal " + signal) : "status " + status;
  }

  private static String output(String said) {
    String line = said.replaceAll("\\s+", " ").strip();
    if (line.isEmpty()) {
      return "";
    }
    return "; the last it printed: "
        + (line.length() > TOLD ? "..." + line.substring(line.length() - TOLD) : line);
  }

  private static List<String> command(Class<?> main, List<Class<?>> needed, List<String> arguments)
      throws IOException {
    Set<String> classPath = new LinkedHashSet<>();
    classPath.add(place(main));
    classPath.add(place(TrialProcess.class));
    for (Class<?> each : needed) {
      classPath.add(place(each));
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            // What happened is told by the signal; files about it would only be litter.
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/null",
            "--enable-native-access=ALL-UNNAMED",
            "-D" + PARENT + "=" + ProcessHandle.current().pid(),
            "-cp",
            String.join(File.pathSeparator, classPath),
            main.getName()));
    command.addAll(arguments);
    return command;
  }

  private static String place(Class<?> each) throws IOException {
    return ClassPlace.of(each)
        .orElseThrow(
            () ->
                new IOException(
                    "it cannot be tried in a process of its own, which cannot load "
                        + each.getName()
                        + " from here"))
        .toString();
  }
}
