package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.coverage.LcovMerge;
import dev.backplane.rtl.testing.JUnitMerge;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins what several machines have written: results, or coverage. */
final class TestMergeCommand extends Command {
  private static final long MOST_BYTES = 256L << 20;

  /** So many duplicates are told one by one; a file that is named twice has many. */
  private static final int TOLD = 10;

  /** The kinds of files, told by their first bytes. */
  private enum Kind {
    RESULTS("JUnit XML"),
    COVERAGE("a tracefile of lcov"),
    EMPTY("empty"),
    OTHER("neither JUnit XML nor a tracefile of lcov");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    static Kind of(byte[] content) {
      String start =
          new String(content, 0, Math.min(content.length, 100), StandardCharsets.ISO_8859_1)
              // The mark of UTF-8.
              .replaceFirst("^\u00ef\u00bb\u00bf", "")
              .stripLeading();
      return start.isEmpty()
          ? EMPTY
          : start.startsWith("<")
              ? RESULTS
              : start.startsWith("TN:") || start.startsWith("SF:") ? COVERAGE : OTHER;
    }
  }

  private record Merged(String text, String summary) {}

  private final CommonOptions common;

  private final Parameter<Path> out = parameter(Path.class, "OUT").about("The file to write.");

  private final Parameter<List<Path>> inputs =
      parameters(Path.class, "IN")
          .atLeastOne()
          .about("Files of --junit, or tracefiles of --coverage.");

  TestMergeCommand(CommonOptions common) {
    super("merge", "Join files of JUnit XML, or tracefiles of lcov, into one.");
    footer(
        "",
        "Suites of one name become one suite; all numbers are counted anew. Executions of lines"
            + " and",
        "branches are added.",
        "",
        "Examples:",
        "  backplane test merge results.xml shard-1.xml shard-2.xml",
        "  backplane test merge all.info shard-1.info shard-2.info");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Map<Path, byte[]> contents = new LinkedHashMap<>();
    Map<Path, Kind> kinds = new LinkedHashMap<>();
    for (Path file : inputs.get()) {
      byte[] content = read(file);
      if (contents.put(file, content) != null) {
        throw refused(file, "it is named twice", "Name each file once");
      }
      kinds.put(file, Kind.of(content));
    }
    Merged merged = isCoverage(kinds) ? coverage(contents) : results(contents);
    try (OutputFile file = OutputFile.at(out.get())) {
      file.write(merged.text());
    }
    common.console().out().printf("%s -> %s%n", merged.summary(), out.get());
    return ExitCode.OK;
  }

  /** A shard without runs has covered nothing: its tracefile is empty. */
  private static boolean isCoverage(Map<Path, Kind> kinds) {
    Path first = null;
    for (Map.Entry<Path, Kind> each : kinds.entrySet()) {
      Kind kind = each.getValue();
      if (kind == Kind.OTHER) {
        throw refused(
            each.getKey(),
            "it is " + kind.words,
            "Name files that 'backplane test' wrote with --junit, or with --coverage FILE.info");
      }
      if (kind != Kind.EMPTY && first == null) {
        first = each.getKey();
      }
    }
    Kind kind = first == null ? Kind.COVERAGE : kinds.getOrDefault(first, Kind.COVERAGE);
    for (Map.Entry<Path, Kind> each : kinds.entrySet()) {
      boolean fits =
          each.getValue() == kind || (kind == Kind.COVERAGE && each.getValue() == Kind.EMPTY);
      if (!fits) {
        throw refused(
            each.getKey(),
            "it is %s, and %s is %s".formatted(each.getValue().words, first, kind.words),
            "Merge files of one kind at a time");
      }
    }
    return kind == Kind.COVERAGE;
  }

  private Merged results(Map<Path, byte[]> contents) {
    JUnitMerge merge = new JUnitMerge();
    contents.forEach((file, content) -> checked(() -> merge.add(file.toString(), content)));
    List<String> duplicates = merge.duplicates();
    duplicates.stream()
        .limit(TOLD)
        .forEach(each -> common.console().err().println("warning: " + each));
    if (duplicates.size() > TOLD) {
      common
          .console()
          .err()
          .println("warning: so are %d other cases".formatted(duplicates.size() - TOLD));
    }
    JUnitMerge.Counts counts = merge.counts();
    return new Merged(
        merge.text(),
        "passed %d, failed %d, errors %d, skipped %d (suites %d, files %d)"
            .formatted(
                counts.passed(),
                counts.failures(),
                counts.errors(),
                counts.skipped(),
                counts.suites(),
                contents.size()));
  }

  private Merged coverage(Map<Path, byte[]> contents) {
    LcovMerge merge = new LcovMerge();
    contents.forEach(
        (file, content) ->
            checked(() -> merge.add(file.toString(), new String(content, StandardCharsets.UTF_8))));
    LcovMerge.Counts counts = merge.counts();
    return new Merged(
        merge.text(),
        "lines %d of %d, branches %d of %d (files %d)"
            .formatted(
                counts.linesHit(),
                counts.lines(),
                counts.waysTaken(),
                counts.ways(),
                contents.size()));
  }

  private static void checked(Runnable step) {
    try {
      step.run();
    } catch (RtlException e) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
          .during("merge")
          .remedy("Leave the file out, or write it again; nothing was written")
          .causedBy(e)
          .build();
    }
  }

  private static byte[] read(Path file) {
    try {
      return RegularFile.read(file, MOST_BYTES);
    } catch (IOException e) {
      throw UnreadableFile.at("merge", file, e);
    }
  }

  private static BackplaneException refused(Path file, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("merge")
        .on(file.toString())
        .remedy(remedy)
        .build();
  }
}
