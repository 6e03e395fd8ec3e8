package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.OutputFiles;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.command.Versions;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Json;
import dev.backplane.ffi.UserCache;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.coverage.Coverage;
import dev.backplane.rtl.engines.coverage.CoverageText;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.simulators.EngineKind;
import dev.backplane.rtl.testing.CaseResult;
import dev.backplane.rtl.testing.JUnitXml;
import dev.backplane.rtl.testing.KernelTests;
import dev.backplane.rtl.testing.Shard;
import dev.backplane.rtl.testing.TestSelection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs tests of kernels that are written in files. */
public final class TestCommand extends Command {
  private final CommonOptions common;

  private final Parameter<List<Path>> files =
      // One is needed unless a command below is called, which the parser does not know.
      parameters(Path.class, "FILE").about("Files of tests, TOML; see docs/testing-kernels.md.");

  private final Option<List<String>> filter =
      list(String.class, "--filter")
          .label("NAME")
          .about("Only cases of this name; * stands for any text.");

  private final Option<List<String>> engines =
      list(String.class, "--engine")
          .label("NAME")
          .offers(List.of("jvm", "verilator", "verilator-process"))
          .commas()
          .about("Run on jvm, verilator or verilator-process, instead of what the files say.");

  private final Option<List<Long>> seeds =
      list(Long.class, "--seed")
          .label("SEED")
          .commas()
          .about("Run with this seed of back-pressure, 0 for none, instead of what the files say.");

  private final Option<String> shard =
      option(String.class, "--shard")
          .label("I/N")
          .about(
              "Only the runs of part I of N: on N machines, each with another I, every run is done"
                  + " once.");

  private final Option<Path> junit =
      option(Path.class, "--junit").label("FILE").about("Write the results as JUnit XML.");

  private final Option<Path> waves =
      option(Path.class, "--waves")
          .label("FOLDER")
          .about("Write waveforms of failures there. Default: beside the --junit file, else none.");

  private final Option<List<Path>> coverage =
      list(Path.class, "--coverage")
          .label("FILE")
          .about(
              "Write what was covered: a report if FILE ends in .txt, for programs if in .json,"
                  + " else a",
              "tracefile of lcov. Several times for several files.");

  private final Option<Integer> jobs =
      option(Integer.class, "--jobs")
          .label("COUNT")
          .about("How many cases run at a time. Default: one for each core.");

  private final Option<Duration> timeout =
      option(Duration.class, "--timeout")
          .label("TIME")
          .byDefault("10m")
          .about(
              "How long the build and the runs of a file may take, for example 90s. Default:"
                  + " ${DEFAULT-VALUE}.");

  private final Option<Boolean> list =
      flag("--list").about("List the cases with engines and seeds; run nothing.");

  private final Option<Boolean> quiet =
      flag("-q", "--quiet").about("Print failures and the sum only.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  /** The runs of the files so far, those of other shards too. */
  private long counted;

  public TestCommand(CommonOptions common) {
    super("test", "Run tests of kernels: cases with inputs and expected outputs.");
    footer(
        "",
        "Examples:",
        "  backplane test examples/vadd/vadd.test.toml",
        "  backplane test *.test.toml --junit results/kernels.xml",
        "  backplane test vadd.test.toml --filter 'one *' --seed 3 --waves failures",
        "  backplane test *.test.toml --shard 2/4 --junit results/kernels-2.xml");
    exitCode(ExitCode.FAILED, "A case failed, or it was tried and failed.");
    exitCode(
        ExitCode.USAGE,
        "The command line or a file is wrong; the other files are run all the same.");
    below(List.of(new TestMergeCommand(common.again())));
    this.common = with(common);
  }

  @Override
  public Integer call() {
    if (files.get().isEmpty()) {
      throw mistake("name a file of tests, or a command below test: " + namesBelow());
    }
    TestSelection selection = selection();
    Coverage covered = new Coverage();
    if (jobs.isPresent() && jobs.get() < 1) {
      throw mistake("--jobs " + jobs.get() + " is less than 1");
    }
    try (OutputFiles reports = new OutputFiles()) {
      Optional<OutputFile> report = junit.optional().map(file -> report(reports, file));
      List<OutputFile> coverageFiles =
          coverage.get().stream().map(file -> report(reports, file)).toList();
      Map<Path, List<CaseResult>> results = new LinkedHashMap<>();
      List<RuntimeException> mistakes = new ArrayList<>();
      for (Path file : files.get()) {
        try {
          results.put(file, run(file, selection, covered));
        } catch (RuntimeException e) {
          if (common.interruption().interrupted()) {
            throw e;
          }
          // What is wrong with one file takes nothing from the others.
          mistakes.add(e);
          results.put(file, List.of(unread(file, e)));
          counted++;
        }
      }
      if (!list.get()) {
        report.ifPresent(file -> file.write(JUnitXml.write(results)));
        coverageFiles.forEach(file -> file.write(CoverageFile.text(file.target(), covered)));
      }
      int code = list.get() ? ExitCode.OK : sum(results);
      if (!coverageFiles.isEmpty() && !list.get() && !json.get()) {
        common.console().out().println(CoverageText.summary(covered));
      }
      if (!mistakes.isEmpty()) {
        RuntimeException last = mistakes.removeLast();
        mistakes.forEach(e -> common.console().err().println("backplane: " + Failures.line(e)));
        throw last;
      }
      return code;
    }
  }

  /** The place of a report, whose folder is made. */
  private static OutputFile report(OutputFiles reports, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.FILE_UNREADABLE,
              "its folder cannot be made: " + UnreadableFile.reasonNotWritten(e))
          .during("write")
          .on(file.toString())
          .remedy("Name a file in a folder that can be written to")
          .causedBy(e)
          .build();
    }
    return reports.at(file);
  }

  /** The case that stands in a report for a file of which none could be run. */
  private static CaseResult unread(Path file, Exception problem) {
    String name = String.valueOf(file.getFileName());
    return new CaseResult(
        name,
        name,
        "",
        0,
        1,
        CaseResult.Status.ERROR,
        Failures.line(problem),
        0,
        0,
        List.of(),
        Optional.empty());
  }

  private TestSelection selection() {
    List<EngineKind> kinds = new ArrayList<>();
    for (String name : engines.get()) {
      kinds.add(
          EngineKind.parse(name)
              .orElseThrow(
                  () ->
                      mistake(
                          "there is no engine '%s', only %s"
                              .formatted(
                                  name,
                                  String.join(
                                      ", ",
                                      Arrays.stream(EngineKind.values())
                                          .map(EngineKind::text)
                                          .toList())))));
    }
    if (seeds.get().stream().anyMatch(seed -> seed < 0)) {
      throw mistake("a seed is negative; 0 is no back-pressure");
    }
    return new TestSelection(filter.get(), kinds, seeds.get()).of(part());
  }

  private Shard part() {
    try {
      return shard.optional().map(Shard::parse).orElse(Shard.WHOLE);
    } catch (IllegalArgumentException e) {
      throw mistake("--shard: " + e.getMessage());
    }
  }

  private List<CaseResult> run(Path file, TestSelection all, Coverage covered) {
    try (KernelTests tests = read(file)) {
      TestSelection selection = all.after(counted);
      counted += tests.runs(selection);
      if (list.get()) {
        tests.names(selection).forEach(name -> common.console().out().println(file + ": " + name));
        return List.of();
      }
      int count = jobs.optional().orElseGet(() -> Runtime.getRuntime().availableProcessors());
      if (!coverage.get().isEmpty()) {
        tests.cover();
      }
      try (Progress progress = common.console().progress()) {
        progress.step(String.valueOf(file.getFileName()), tests.names(selection).size(), "cases");
        AtomicInteger done = new AtomicInteger();
        List<CaseResult> results =
            common
                .interruption()
                .cancelling(
                    tests::cancel,
                    () ->
                        tests.run(
                            selection,
                            count,
                            waveFolder(),
                            timeout.get(),
                            result -> {
                              progress.aside(() -> print(file, result));
                              progress.done(done.incrementAndGet());
                            }));
        covered.add(tests.coverage());
        return results;
      }
    }
  }

  private KernelTests read(Path file) {
    UnreadableFile.require("read", file);
    PrintWriter err = common.console().err();
    try (Progress progress = common.console().progress()) {
      return common
          .interruption()
          .cancelling(
              Thread.currentThread()::interrupt,
              () -> {
                try {
                  return KernelTests.read(
                      file,
                      this::configured,
                      progress::step,
                      warning -> progress.aside(() -> err.println("warning: " + warning)));
                } catch (IOException e) {
                  throw UnreadableFile.at("read", file, e);
                }
              });
    } catch (RtlException e) {
      if (e.error() != RtlError.DESCRIPTION_INVALID) {
        throw e;
      }
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
          .during("test")
          .remedy("docs/testing-kernels.md tells what such a file may say")
          .causedBy(e)
          .build();
    }
  }

  private ImageBuild configured(ImageBuild build) {
    if (!coverage.get().isEmpty()) {
      // An image with cover points is for this command only, and not kept.
      return build.frontEnd(FrontEnd.find(timeout.get()).withCoverage()).deadline(timeout.get());
    }
    UserCache.folder("kernels")
        .ifPresent(folder -> build.cache(folder, Versions.backplane(), false));
    return build.deadline(timeout.get());
  }

  private Optional<Path> waveFolder() {
    return waves
        .optional()
        .or(
            () ->
                junit
                    .optional()
                    .map(
                        file -> {
                          String name = String.valueOf(file.getFileName());
                          return file.resolveSibling(name.replaceAll("\\.xml$", "") + "-waves");
                        }));
  }

  private void print(Path file, CaseResult result) {
    boolean passed = result.status() == CaseResult.Status.PASSED;
    if (json.get() || (quiet.get() && passed)) {
      return;
    }
    PrintWriter out = common.console().out();
    out.printf(
        "%-6s  %s  (%s cycles, %s)%n",
        switch (result.status()) {
          case PASSED -> "ok";
          case FAILED -> "FAILED";
          case ERROR -> "ERROR";
        },
        result.name(),
        Figures.grouped(result.cycles()),
        Figures.time(Duration.ofNanos(result.nanos())));
    if (!passed) {
      out.printf("        %s:%d%n", file, result.line());
      result.problem().lines().forEach(line -> out.println("        " + line));
    }
    result.warnings().forEach(warning -> out.println("        warning: " + warning));
    result.waveform().ifPresent(wave -> out.println("        waveform: " + wave));
    out.flush();
  }

  private int sum(Map<Path, List<CaseResult>> results) {
    List<CaseResult> all = results.values().stream().flatMap(List::stream).toList();
    long passed = all.stream().filter(each -> each.status() == CaseResult.Status.PASSED).count();
    if (json.get()) {
      Json.print(common.console().out(), TestReport.of(results));
    } else {
      common.console().out().printf("%d passed, %d failed%n", passed, all.size() - passed);
    }
    if (counted == 0) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "no case was run")
          .during("test")
          .remedy("Name other cases with --filter; --list shows which there are")
          .build();
    }
    return passed == all.size() ? ExitCode.OK : ExitCode.FAILED;
  }
}
