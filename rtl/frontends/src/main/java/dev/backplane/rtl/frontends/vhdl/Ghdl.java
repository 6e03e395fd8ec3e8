package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.ToolRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs GHDL on a set of files. */
final class Ghdl {
  private static final List<String> VHDL_2008 = List.of("--std=08", "-fsynopsys", "-frelaxed");

  /** Of an operator that a package declares and one that VHDL gives, tools took the first. */
  private static final List<String> VHDL_93 =
      List.of("--std=93", "-fsynopsys", "-frelaxed", "-fexplicit");

  private static final Pattern ERROR =
      Pattern.compile("^(.+?):(\\d+):(\\d+):\\s*(?:error:\\s*)?(.*)$", Pattern.MULTILINE);
  private static final Pattern RAISED = Pattern.compile("(?m)^raised (.*)$");
  private static final Pattern SYNOPSYS =
      Pattern.compile("(?i)unit \"std_logic_(?:arith|unsigned|signed|misc)\" not found");
  private static final Pattern OTHER =
      Pattern.compile("(?:warning|note):.*|\\((?:report|assertion) .*");
  private static final Pattern UNHANDLED =
      Pattern.compile("(?m)^\\S+: cannot handle IIR_KIND_(\\S+) \\((.+):(\\d+):\\d+\\)");
  private static final Pattern PLACELESS = Pattern.compile("(?m)^(?:\\S*ghdl\\S*|error):\\s*(.*)$");

  private final Path work;
  private final Duration deadline;
  private final Map<String, String> originalNames;
  private final String command;
  private List<String> options = VHDL_2008;

  /**
   * Prepares runs.
   *
   * @param program the GHDL to run
   * @param work an empty work folder
   * @param deadline how long each run may take
   * @param originalNames the names that the user gave to the files, by their absolute names
   */
  Ghdl(GhdlProgram program, Path work, Duration deadline, Map<String, String> originalNames) {
    this.work = work;
    this.deadline = deadline;
    this.originalNames = originalNames;
    command = program.command();
  }

  /**
   * Reads sources as VHDL-93, which has fewer reserved words and declares less, or as VHDL-2008.
   */
  void readVhdl93(boolean older) {
    options = older ? VHDL_93 : VHDL_2008;
  }

  /** GHDL's output for an entity, and its warnings. */
  record Result(String text, List<String> warnings) {}

  /**
   * Synthesises an entity. One process performs analysis and synthesis: GHDL compares times to
   * decide whether results of an earlier process are outdated, and is often wrong.
   *
   * @param files the files, in the order of their dependencies
   * @param entity its name
   * @param generics their values
   * @param form the output format: dump or vhdl
   */
  Result synthesise(List<Path> files, String entity, Map<String, String> generics, String form) {
    List<String> words = new ArrayList<>(List.of(command, "--synth"));
    words.addAll(options);
    words.add("--latches");
    generics.forEach((name, value) -> words.add("-g" + name + "=" + value));
    words.add("--out=" + form);
    words.addAll(absoluteNames(files));
    words.addAll(List.of("-e", entity));
    Path result = work.resolve("synthesised." + form);
    ToolRun run = run(words, result);
    if (run.exitCode() != 0) {
      throw failure(run);
    }
    return new Result(text(result), warnings(run));
  }

  /**
   * Analyses files.
   *
   * @param files in the order of their dependencies
   */
  SyntaxTree analyse(List<Path> files) {
    List<String> words = new ArrayList<>(List.of(command, "--file-to-xml"));
    words.addAll(options);
    words.addAll(absoluteNames(files));
    Path result = work.resolve("syntax.xml");
    ToolRun run = run(words, result);
    try {
      // The exit code is 0 even if there are errors.
      if (run.exitCode() != 0 || Files.size(result) == 0) {
        throw failure(run);
      }
      return SyntaxTree.read(result);
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "the result of GHDL is unreadable: " + e, e);
    }
  }

  private static List<String> absoluteNames(List<Path> files) {
    return files.stream().map(file -> file.toAbsolutePath().normalize().toString()).toList();
  }

  private static String text(Path result) {
    try {
      return Files.readString(result, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new RtlException(RtlError.SOURCE_INVALID, "the result of GHDL is unreadable: " + e, e);
    }
  }

  private ToolRun run(List<String> words, @org.jspecify.annotations.Nullable Path result) {
    return ToolRun.run(words, work, deadline, result);
  }

  private RtlException failure(ToolRun run) {
    Matcher places = ERROR.matcher(run.output());
    while (places.find()) {
      String text = places.group(4).strip();
      if (!OTHER.matcher(text).matches()) {
        boolean latch = text.contains("latch");
        return new RtlException(
            latch ? RtlError.LATCH : RtlError.SOURCE_INVALID,
            original(places.group(1))
                + ":"
                + places.group(2)
                + ": "
                + text
                + (SYNOPSYS.matcher(text).find()
                    ? ". This GHDL lacks the packages of Synopsys: name another one with"
                        + " BACKPLANE_GHDL, or use numeric_std"
                    : ""));
      }
    }
    Matcher unhandled = UNHANDLED.matcher(run.output());
    if (unhandled.find()) {
      return new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          "%s:%s: GHDL does not synthesise this (%s). Write it in another way"
              .formatted(
                  original(unhandled.group(2)),
                  unhandled.group(3),
                  unhandled.group(1).toLowerCase(Locale.ROOT).replace('_', ' ')));
    }
    Matcher plain = PLACELESS.matcher(run.output());
    if (plain.find()) {
      return new RtlException(RtlError.SOURCE_INVALID, "GHDL: " + plain.group(1));
    }
    Matcher raised = RAISED.matcher(run.output());
    if (run.output().contains("no field Entity_Name")) {
      return new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          "GHDL 2.0 does not synthesise instances of configurations (configuration work.NAME)."
              + " Instantiate the entity and name its architecture, or use a newer GHDL");
    }
    return new RtlException(
        RtlError.SOURCE_UNSUPPORTED,
        "GHDL fails within itself"
            + (raised.find() ? " (" + raised.group(1).strip() + ")" : "")
            + " and names no line. Synthesise the entities one by one to find the one, and write it"
            + " in another way, or use a newer GHDL");
  }

  private List<String> warnings(ToolRun run) {
    List<String> warnings = new ArrayList<>();
    Matcher places = ERROR.matcher(run.output());
    while (places.find()) {
      String text = places.group(4).strip();
      if (text.startsWith("warning:")
          && !text.contains("[-Wbinding]")
          && !text.contains('"' + MirroredConstants.SELECT_SIGNAL + '"')) {
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
    return originalNames.getOrDefault(file, file);
  }
}
