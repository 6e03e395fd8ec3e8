package dev.backplane.rtl.frontend.vhdl;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.tool.ToolRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs of GHDL over one set of files. */
final class Ghdl {
  private static final int RETRIES = 2;

  private static final Pattern ERROR =
      Pattern.compile("^(.+?):(\\d+):(\\d+):\\s*(?:error:\\s*)?(.*)$", Pattern.MULTILINE);
  private static final Pattern OTHER = Pattern.compile("(?:warning|note):.*");
  private static final Pattern PLACELESS = Pattern.compile("(?m)^(?:\\S*ghdl\\S*|error):\\s*(.*)$");

  private final Path work;
  private final Duration deadline;
  private final Map<String, String> shown;
  private final String command;

  /**
   * Runs.
   *
   * @param work a folder of its own
   * @param deadline how long each may take
   * @param shown what users call the files, by their absolute names
   */
  Ghdl(Path work, Duration deadline, Map<String, String> shown) {
    this.work = work;
    this.deadline = deadline;
    this.shown = shown;
    String named = System.getenv("BACKPLANE_GHDL");
    command = named == null || named.isBlank() ? "ghdl" : named;
  }

  /** The name and version. */
  String version() {
    ToolRun run = ToolRun.run(List.of(command, "--version"), work, deadline);
    Matcher version = Pattern.compile("GHDL (\\d\\S*)").matcher(run.output());
    return version.find() ? "ghdl " + version.group(1) : "ghdl";
  }

  /** Notes the units of the files, whatever their order. */
  void add(List<Path> files) {
    List<String> words = new ArrayList<>(List.of(command, "-i"));
    options(words);
    files.forEach(file -> words.add(file.toAbsolutePath().normalize().toString()));
    check(run(words, null));
  }

  /** A file with what GHDL makes of an entity, and what it warned of. */
  record Result(String text, List<String> warnings) {}

  /**
   * Synthesises an entity.
   *
   * @param entity its name
   * @param generics their values
   * @param form what to print: dump or vhdl
   */
  Result synthesise(String entity, Map<String, String> generics, String form) {
    List<String> words = new ArrayList<>(List.of(command, "--synth"));
    options(words);
    generics.forEach((name, value) -> words.add("-g" + name + "=" + value));
    words.add("--out=" + form);
    words.add(entity);
    Path result = work.resolve(entity + "." + form);
    ToolRun run = run(words, result);
    for (int again = 0; again < RETRIES && isTornByClock(run); again++) {
      run = run(words, result);
    }
    check(run);
    try {
      return new Result(Files.readString(result, StandardCharsets.ISO_8859_1), warnings(run));
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "the result of GHDL is unreadable: " + e, e);
    }
  }

  /**
   * GHDL judges which unit is older by the wall clock of its own run; when the clock is set back
   * meanwhile it refuses files that are in order. Nothing is kept of such a run.
   */
  private static boolean isTornByClock(ToolRun run) {
    return run.exitCode() != 0 && run.output().contains(" is obsoleted by ");
  }

  private void options(List<String> words) {
    words.addAll(
        List.of("--std=08", "-fsynopsys", "-frelaxed", "--workdir=" + work.toAbsolutePath()));
  }

  private ToolRun run(List<String> words, @org.jspecify.annotations.Nullable Path result) {
    try {
      return ToolRun.run(words, work, deadline, result);
    } catch (RtlException e) {
      if (e.error() == RtlError.TOOL_MISSING) {
        throw new RtlException(
            RtlError.TOOL_MISSING,
            "reading VHDL needs GHDL, and '"
                + command
                + "' does not start. Install it (apt-get install ghdl), or name it with"
                + " BACKPLANE_GHDL",
            e);
      }
      throw e;
    }
  }

  private void check(ToolRun run) {
    if (run.exitCode() == 0) {
      return;
    }
    Matcher places = ERROR.matcher(run.output());
    while (places.find()) {
      String text = places.group(4).strip();
      if (!OTHER.matcher(text).matches()) {
        boolean latch = text.contains("latch");
        throw new RtlException(
            latch ? RtlError.LATCH : RtlError.SOURCE_INVALID,
            original(places.group(1)) + ":" + places.group(2) + ": " + text);
      }
    }
    Matcher plain = PLACELESS.matcher(run.output());
    throw new RtlException(
        RtlError.SOURCE_INVALID,
        "GHDL: "
            + (plain.find()
                ? plain.group(1)
                : run.output().strip().lines().findFirst().orElse("it ended without a word")));
  }

  private List<String> warnings(ToolRun run) {
    List<String> warnings = new ArrayList<>();
    Matcher places = ERROR.matcher(run.output());
    while (places.find()) {
      String text = places.group(4).strip();
      if (text.startsWith("warning:") && !text.contains("[-Wbinding]")) {
        warnings.add(
            original(places.group(1))
                + ":"
                + places.group(2)
                + ": "
                + text.substring("warning:".length()).strip());
      }
    }
    return warnings;
  }

  private String original(String file) {
    return shown.getOrDefault(file, file);
  }
}
