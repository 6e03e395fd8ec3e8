package dev.backplane.ffi;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tries something in a process of its own before this one does it: native libraries print banners,
 * wait for ever, or end the process when their surroundings are incomplete.
 *
 * <p>The process is a JVM with the classes that it needs. It writes down each step before it is
 * done, {@linkplain #DONE at last} that all were done, to a file: the standard streams are the
 * library's to write to. It is killed with its descendants when its time is over.
 */
public final class TrialProcess {
  /** The step that says that all went well. */
  public static final String DONE = "done";

  /** Exit statuses above it mean a signal. */
  private static final int SIGNAL = 128;

  private static final int TOLD = 300;

  private static final Map<Integer, String> SIGNALS =
      Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV");

  /** What a JVM prints of a signal that it cannot survive. */
  private static final Pattern CRASH =
      Pattern.compile(
          "(?s)^(.*?)#\\s+# A fatal error has been detected.*?(SIG[A-Z]+) \\(0x.*?"
              + "Problematic frame:\\s*# \\w*\\s*(.*?)\\s*#.*$");

  private TrialProcess() {}

  /**
   * Tries.
   *
   * @param main a class with a {@code main}, whose first argument is the file for {@link #step}
   * @param needed a class of each place that the process loads classes from, besides {@code main}'s
   * @param arguments its further arguments
   * @param deadline how long it may take
   * @return what went wrong and at which step, empty if nothing did
   */
  public static String run(
      Class<?> main, List<Class<?>> needed, List<String> arguments, Duration deadline) {
    try {
      Path report = Files.createTempFile("backplane-trial-", ".txt");
      try {
        return run(command(main, needed, report, arguments), report, deadline);
      } finally {
        Files.deleteIfExists(report);
      }
    } catch (IOException | URISyntaxException e) {
      return "it could not be tried in a process of its own: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "it was not tried in a process of its own, for this thread was interrupted";
    }
  }

  /**
   * Writes a step down, in the process that tries.
   *
   * @param report its first argument
   * @param step what comes next, in one line
   * @throws IOException if that is not possible
   */
  public static void step(Path report, String step) throws IOException {
    Files.write(report, List.of(step.replace('\n', ' ')), StandardOpenOption.APPEND);
  }

  private static String run(List<String> command, Path report, Duration deadline)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .start();
    LastWords words = LastWords.of(process.getInputStream());
    boolean ended;
    try {
      ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      // Not the process itself, which would close the stream that is being read.
      process.toHandle().destroyForcibly();
    }
    List<String> steps = Files.readAllLines(report);
    String last = steps.isEmpty() ? "before its first step" : "at '" + steps.getLast() + "'";
    if (!ended) {
      return "in a process of its own it hangs %s for more than %s s%s"
          .formatted(last, seconds(deadline), output(words.text()));
    }
    int status = process.exitValue();
    if (status == 0 && !steps.isEmpty() && steps.getLast().equals(DONE)) {
      return "";
    }
    Matcher crash = CRASH.matcher(words.text());
    return crash.matches()
        ? "in a process of its own it ends the process %s with %s in %s%s"
            .formatted(last, crash.group(2), crash.group(3), output(crash.group(1)))
        : "in a process of its own it ends the process %s with %s%s"
            .formatted(last, status(status), output(words.text()));
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

  private static List<String> command(
      Class<?> main, List<Class<?>> needed, Path report, List<String> arguments)
      throws URISyntaxException {
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
            "-cp",
            String.join(File.pathSeparator, classPath),
            main.getName(),
            report.toString()));
    command.addAll(arguments);
    return command;
  }

  private static String place(Class<?> each) throws URISyntaxException {
    CodeSource source = each.getProtectionDomain().getCodeSource();
    URI place = source == null ? URI.create("jrt:/") : source.getLocation().toURI();
    if (!"file".equals(place.getScheme())) {
      throw new URISyntaxException(place.toString(), "another JVM cannot load classes from there");
    }
    return Path.of(place).toString();
  }
}
