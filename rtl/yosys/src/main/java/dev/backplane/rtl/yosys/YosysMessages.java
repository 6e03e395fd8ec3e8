package dev.backplane.rtl.yosys;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.ToolRun;
import dev.backplane.rtl.frontends.StagedSources;
import dev.backplane.rtl.frontends.macros.UnknownModuleAdvice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts yosys' output to errors: its first error, and warnings that are errors here. */
final class YosysMessages {
  private static final Pattern ERROR = Pattern.compile("^(?:(\\S.*?:\\d+): )?ERROR: (.*)$");
  private static final Pattern WARNING = Pattern.compile("^(?:(\\S.*?:\\d+): )?Warning: (.*)$");
  private static final Pattern UNKNOWN_MODULE =
      Pattern.compile("Module `\\\\?(\\S+?)' referenced in module .* is not part of the design");

  /** The warning for every probe of the stubs of debug cores. */
  private static final Pattern PADDED_PROBE =
      Pattern.compile("Resizing cell port .* from \\d+ bits to 4096 bits.*");

  private final List<String> warnings = new ArrayList<>();
  private final StagedSources folder;
  private final Yosys yosys;

  YosysMessages(StagedSources folder, Yosys yosys) {
    this.folder = folder;
    this.yosys = yosys;
  }

  /** {@return warnings that are not errors here} */
  List<String> warnings() {
    return warnings;
  }

  void check(ToolRun run) {
    List<String> lines = run.output().lines().toList();
    // Warnings are checked first: a later error is often only their consequence.
    Optional<RtlException> doubt = Optional.empty();
    for (int i = 0; i < lines.size(); i++) {
      Matcher error = ERROR.matcher(lines.get(i));
      if (error.matches()) {
        throw doubt.orElse(error(error.group(1), error.group(2)));
      }
      Matcher warning = WARNING.matcher(lines.get(i));
      if (warning.matches()) {
        String more =
            i + 1 < lines.size() && lines.get(i + 1).startsWith(" ")
                ? lines.get(i + 1).strip()
                : "";
        Optional<RtlException> meant = warning(warning.group(1), warning.group(2), more);
        doubt = doubt.or(() -> meant);
      }
    }
    if (doubt.isPresent()) {
      throw doubt.get();
    }
    if (run.exitCode() != 0) {
      String last = lines.isEmpty() ? "nothing" : folder.original(lines.getLast());
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "%s (%s) ended with code %d and said: %s. Run it on the sources to see more"
              .formatted(yosys.name(), yosys.where(), run.exitCode(), last));
    }
  }

  private RtlException error(@Nullable String place, String problem) {
    Matcher unknown = UNKNOWN_MODULE.matcher(problem);
    if (unknown.find()) {
      return UnknownModuleAdvice.error(unknown.group(1), folder.originals(), yosys.name());
    }
    if (problem.contains("Latch inferred")) {
      return failure(RtlError.LATCH, place, problem, "Assign it on every path, or clock it");
    }
    String advice =
        problem.contains("syntax error") && yosys.isOld()
            ? "This yosys is old; 'npm install @yowasp/yosys' gives one that reads more"
            : problem.contains("syntax error")
                ? "If it is correct SystemVerilog, this front end does not read that construct"
                : "Correct the source, or write it more plainly: the front end reads a subset of"
                    + " the language";
    return failure(RtlError.SOURCE_INVALID, place, problem, advice);
  }

  private Optional<RtlException> warning(@Nullable String place, String problem, String more) {
    if (problem.contains("implicitly declared")) {
      return Optional.of(
          failure(
              RtlError.SOURCE_UNSUPPORTED,
              place,
              problem,
              "Declare it. If it is a hierarchical reference or a member of an array of structs:"
                  + " this front end would silently miscompile it"));
    }
    if (problem.contains("tri-state")) {
      return Optional.of(
          failure(
              RtlError.SOURCE_UNSUPPORTED,
              place,
              problem,
              "Use an input, an output and an enable instead of 'z'"));
    }
    if (problem.contains("conflicting drivers") || problem.contains("Driver-driver conflict")) {
      return Optional.of(
          failure(
              RtlError.SOURCE_INVALID,
              place,
              more.isEmpty() ? problem : problem + " " + more,
              "Drive it from one place"));
    }
    if (problem.contains("out of bounds on signal")) {
      return Optional.of(
          failure(
              RtlError.SOURCE_INVALID,
              place,
              problem.replaceFirst(": Setting .*", ""),
              "Select what is there. The front end 'verilator' allows it in code that is never"
                  + " reached"));
    }
    if (problem.contains("is used but has no driver")) {
      return Optional.of(failure(RtlError.SOURCE_INVALID, place, problem, "Drive it"));
    }
    if (!problem.startsWith("found logic loop") && !PADDED_PROBE.matcher(problem).matches()) {
      warnings.add(folder.original(place == null ? problem : place + ": " + problem));
    }
    return Optional.empty();
  }

  private RtlException failure(
      RtlError error, @Nullable String place, String problem, String advice) {
    String text = folder.original(problem).replaceAll("\\.+$", "");
    return new RtlException(
        error,
        (place == null ? "" : folder.original(place) + ": ")
            + text
            + " ("
            + yosys.name()
            + "). "
            + advice);
  }
}
