package dev.backplane.rtl.frontends.vhdl;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed GHDL.
 *
 * @param command its executable
 * @param version its version, for example {@code 5.0.1}; empty if it does not say it
 */
public record GhdlProgram(String command, String version) {
  private static final Pattern VERSION = Pattern.compile("GHDL (\\d+(?:\\.\\d+)*)");
  private static final Duration VERSION_DEADLINE = Duration.ofSeconds(20);

  /** The first version whose synthesis keeps the order of the bits of a constant. */
  private static final int KEEPS_BITS = 5;

  /**
   * Finds GHDL: the one in {@code BACKPLANE_GHDL}, else the newest {@code ghdl} on the path.
   *
   * @return the GHDL
   * @throws RtlException {@code TOOL_MISSING}
   */
  public static GhdlProgram find() {
    return find(System.getenv());
  }

  static GhdlProgram find(Map<String, String> environment) {
    String named = environment.getOrDefault("BACKPLANE_GHDL", "");
    if (!named.isBlank()) {
      return of(named);
    }
    List<GhdlProgram> found = new ArrayList<>();
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path file = Path.of(folder, "ghdl");
      if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        probe(file.toString()).ifPresent(found::add);
      }
    }
    // The first one wins where several are as new.
    return found.stream()
        .reduce((best, other) -> other.isNewerThan(best) ? other : best)
        .orElseThrow(() -> missing("no 'ghdl' on the path starts"));
  }

  /**
   * Finds out about a GHDL.
   *
   * @param command its executable
   * @return the GHDL
   * @throws RtlException {@code TOOL_MISSING} if it does not start
   */
  public static GhdlProgram of(String command) {
    return probe(command).orElseThrow(() -> missing("'" + command + "' does not start"));
  }

  private static RtlException missing(String why) {
    return new RtlException(
        RtlError.TOOL_MISSING,
        "reading VHDL needs GHDL, and "
            + why
            + ". Install it (apt-get install ghdl), or name it with BACKPLANE_GHDL");
  }

  private static Optional<GhdlProgram> probe(String command) {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      ToolRun run = ToolAnswers.ask(List.of(command, "--version"), folder.path(), VERSION_DEADLINE);
      Matcher version = VERSION.matcher(run.output());
      return Optional.of(new GhdlProgram(command, version.find() ? version.group(1) : ""));
    } catch (RtlException e) {
      if (e.error() == RtlError.TOOL_MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private boolean isNewerThan(GhdlProgram other) {
    String[] mine = version.split("\\.", -1);
    String[] its = other.version.split("\\.", -1);
    for (int i = 0; i < Math.max(mine.length, its.length); i++) {
      int order = Integer.compare(number(mine, i), number(its, i));
      if (order != 0) {
        return order > 0;
      }
    }
    return false;
  }

  private static int number(String[] parts, int index) {
    return index < parts.length && parts[index].matches("\\d{1,6}")
        ? Integer.parseInt(parts[index])
        : 0;
  }

  /**
   * {@return whether its synthesis takes parts of constants, and constants of many bits, from where
   * they are} Version 2.0 does not; those between were not tried, and get the same care.
   */
  boolean keepsConstants() {
    return number(version.split("\\.", -1), 0) >= KEEPS_BITS;
  }

  /** {@return name and version, for example {@code ghdl 5.0.1}} */
  public String name() {
    return ("ghdl " + version).strip();
  }
}
