package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.base.tool.ToolAnswers;
import dev.backplane.rtl.base.tool.ToolRun;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed Verilator.
 *
 * @param program its executable
 * @param version its version, for example {@code 5.006}
 */
public record Verilator(Path program, String version) {
  private static final Pattern VERSION = Pattern.compile("Verilator (\\d+\\.\\d+)");
  private static final Duration VERSION_DEADLINE = Duration.ofSeconds(20);

  /**
   * Finds Verilator: the one in {@code BACKPLANE_VERILATOR}, else {@code verilator} on the path.
   *
   * @return the Verilator
   * @throws RtlException {@code TOOL_MISSING} with every place that was searched
   */
  public static Verilator find() {
    return find(System.getenv(), Path.of(""));
  }

  static Verilator find(Map<String, String> environment, Path workingFolder) {
    String named = environment.getOrDefault("BACKPLANE_VERILATOR", "");
    List<String> looked = new ArrayList<>();
    Optional<Verilator> found =
        named.isEmpty()
            ? onPath("verilator", environment, workingFolder, looked)
                .flatMap(program -> probe(program, looked))
            : Optional.of(workingFolder.resolve(named))
                .filter(Files::isExecutable)
                .or(() -> onPath(named, environment, workingFolder, looked))
                .flatMap(program -> probe(program, looked));
    return found.orElseThrow(
        () ->
            new RtlException(
                RtlError.TOOL_MISSING,
                (named.isEmpty()
                        ? "no Verilator found"
                        : "BACKPLANE_VERILATOR names no usable Verilator ('" + named + "')")
                    + "; looked at: "
                    + String.join(", ", looked)
                    + ". Install the package 'verilator', or set BACKPLANE_VERILATOR"));
  }

  private static Optional<Path> onPath(
      String program, Map<String, String> environment, Path workingFolder, List<String> looked) {
    looked.add("'" + program + "' on PATH");
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> workingFolder.resolve(folder).resolve(program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private static Optional<Verilator> probe(Path program, List<String> looked) {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      ToolRun run =
          ToolAnswers.ask(
              List.of(program.toString(), "--version"), folder.path(), VERSION_DEADLINE);
      Matcher version = VERSION.matcher(run.output());
      if (run.exitCode() == 0 && version.find()) {
        return Optional.of(new Verilator(program.toAbsolutePath(), version.group(1)));
      }
      looked.add(program + " (does not say its version)");
    } catch (RtlException e) {
      if (e.error() == RtlError.CANCELLED) {
        throw e;
      }
      looked.add(program + " (" + e.getMessage() + ")");
    }
    return Optional.empty();
  }

  /** {@return whether it knows functions that call themselves, in constants too} */
  boolean followsRecursions() {
    return isAtLeast(5, 44);
  }

  /**
   * {@return whether its JSON says all that its XML does, and more} XML went away with 5.046; the
   * JSON of versions before 5.044 has no signs.
   */
  public boolean writesJson() {
    return isAtLeast(5, 44);
  }

  private boolean isAtLeast(int leastMajor, int leastMinor) {
    String[] parts = version.split("\\.", -1);
    int major = Integer.parseInt(parts[0]);
    return major > leastMajor || (major == leastMajor && Integer.parseInt(parts[1]) >= leastMinor);
  }

  /** {@return name and version, for example {@code verilator 5.006}} */
  public String name() {
    return "verilator " + version;
  }
}
