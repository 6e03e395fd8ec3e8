package dev.backplane.cli.kernel;

import dev.backplane.cli.report.Report;
import dev.backplane.rtl.testing.CaseResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of files of tests as one object for programs. */
record TestReport(long passed, long failed, List<Row> cases) implements Report {
  /** {@return what came of the runs, by their files} */
  static TestReport of(Map<Path, List<CaseResult>> results) {
    List<CaseResult> all = results.values().stream().flatMap(List::stream).toList();
    long passed = all.stream().filter(each -> each.status() == CaseResult.Status.PASSED).count();
    return new TestReport(
        passed,
        all.size() - passed,
        results.entrySet().stream()
            .flatMap(file -> file.getValue().stream().map(each -> Row.of(file.getKey(), each)))
            .toList());
  }

  /** A run of a case. */
  record Row(
      Path file,
      int line,
      @Key("case") String test,
      String engine,
      long seed,
      String status,
      @Nullable String problem,
      long cycles,
      long elapsedNs,
      List<String> warnings,
      @Nullable String waveform)
      implements Report {
    static Row of(Path file, CaseResult result) {
      return new Row(
          file,
          result.line(),
          result.test(),
          result.engine(),
          result.seed(),
          Report.word(result.status()),
          result.problem().isEmpty() ? null : result.problem(),
          result.cycles(),
          result.nanos(),
          result.warnings(),
          result.waveform().map(Path::toString).orElse(null));
    }
  }
}
