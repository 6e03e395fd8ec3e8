package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.macros.UnknownModuleAdvice;
import dev.backplane.rtl.frontends.verilator.OutOfRangeSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts Verilator's output to an error or to warnings. */
final class VerilatorMessages {
  private static final Pattern ERROR =
      Pattern.compile("^%Error(?:-([A-Z0-9]+))?: (?:([^\\s:]+:\\d+):(?:\\d+:)? )?(.*)$");
  private static final Pattern WARNING =
      Pattern.compile("^%Warning-([A-Z0-9]+): (?:([^\\s:]+:\\d+):(?:\\d+:)? )?(.*)$");

  /** Elaboration system tasks: the source itself reports an error. */
  private static final Pattern REFUSAL =
      Pattern.compile("^%Warning-USER(?:ERROR|FATAL): ([^\\s:]+:\\d+):\\d+: (.*)$");

  private static final Pattern NOTE = Pattern.compile("^-Info: ([^\\s:]+:\\d+):\\d+: (.*)$");
  private static final Pattern SELECT =
      Pattern.compile("^%Warning-SELRANGE: ([^\\s:]+:\\d+:\\d+): (.*)$");
  private static final Pattern INSTANCE =
      Pattern.compile("^\\s*: \\.\\.\\. (?:note: )?In instance '?([^\\s']+)'?$");
  private static final Pattern UNKNOWN_MODULE =
      Pattern.compile("Cannot find file containing (?:module|interface): '([^']+)'");

  private final List<String> warnings = new ArrayList<>();
  private final List<OutOfRangeSelect> selects = new ArrayList<>();
  private final StagedSources folder;
  private final Verilator verilator;

  VerilatorMessages(StagedSources folder, Verilator verilator) {
    this.folder = folder;
    this.verilator = verilator;
  }

  /** {@return warnings, with files and lines} */
  List<String> warnings() {
    return warnings;
  }

  /** {@return constant selections with a warning} */
  List<OutOfRangeSelect> outOfRangeSelects() {
    return selects;
  }

  private void addSelect(String line, String next) {
    Matcher select = SELECT.matcher(line);
    if (select.matches()) {
      Matcher instance = INSTANCE.matcher(next);
      selects.add(
          new OutOfRangeSelect(
              select.group(1),
              instance.matches() ? instance.group(1) : "",
              folder.original(select.group(2))));
    }
  }

  void check(ToolRun run) {
    List<String> all = run.output().lines().toList();
    new DuplicateUnits(folder).check(all);
    for (int i = 0; i < all.size(); i++) {
      String line = all.get(i);
      addSelect(line, i + 1 < all.size() ? all.get(i + 1) : "");
      Matcher error = ERROR.matcher(line);
      if (error.matches()) {
        throw error(error.group(1), error.group(2), error.group(3));
      }
      Matcher refusal = REFUSAL.matcher(line);
      if (refusal.matches()) {
        throw new RtlException(
            RtlError.SOURCE_INVALID,
            folder.original(
                refusal.group(1)
                    + ": the source refuses to be built so: "
                    + refusal.group(2)
                    + ". Give its parameters other values"));
      }
      Matcher note = NOTE.matcher(line);
      if (note.matches()) {
        warnings.add(folder.original(note.group(1) + ": " + note.group(2)));
      }
      Matcher warning = WARNING.matcher(line);
      if (warning.matches()) {
        warnings.add(
            folder.original(
                (warning.group(2) == null ? "" : warning.group(2) + ": ") + warning.group(3)));
      }
    }
    if (run.exitCode() != 0) {
      List<String> lines = run.output().lines().toList();
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "%s (%s) ended with code %d and said: %s. Run it on the sources to see more"
              .formatted(
                  verilator.name(),
                  verilator.program(),
                  run.exitCode(),
                  lines.isEmpty() ? "nothing" : folder.original(lines.getLast())));
    }
  }

  private RtlException error(@Nullable String kind, @Nullable String place, String problem) {
    Matcher unknown = UNKNOWN_MODULE.matcher(problem);
    if (unknown.find()) {
      return UnknownModuleAdvice.error(unknown.group(1), folder.originals(), verilator.name());
    }
    String text = folder.original(problem).replaceAll("\\.+$", "");
    boolean unsupported = "UNSUPPORTED".equals(kind) || problem.startsWith("Unsupported");
    if (text.equals("memory exhausted")) {
      // The message of its parser for a stack overflow.
      text = "more levels of nesting than the parser can follow (some thousands)";
    }
    if (text.equals("Internal: Unexpected Call")) {
      text = "a constant needs this function, whose recursion is too deep or does not end";
    }
    if (text.matches("syntax error, unexpected '[.{]', expecting '\\['|.*complex ports.*")) {
      text +=
          ". If this is the header of a module: expressions as ports must have inputs alone or"
              + " outputs alone, no arrays, and no directives between them";
    }
    String advice =
        unsupported
            ? "Write it more plainly, or use a newer Verilator, which may know it: on Debian,"
                + " tools/verilators unpacks some, and BACKPLANE_VERILATOR names the one to use"
            : "Correct the source";
    return new RtlException(
        unsupported ? RtlError.SOURCE_UNSUPPORTED : RtlError.SOURCE_INVALID,
        "%s%s (%s). %s"
            .formatted(
                place == null ? "" : folder.original(place) + ": ",
                text,
                verilator.name(),
                advice));
  }
}
