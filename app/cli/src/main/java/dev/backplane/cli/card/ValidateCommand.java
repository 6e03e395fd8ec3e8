package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.cli.card.Check.Result;
import dev.backplane.cli.card.Check.Verdict;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Home;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Tests a device as the field's tool does. */
public final class ValidateCommand extends Command {
  private static final String IMAGE = "examples/validate/validate.xclbin";

  private final CommonOptions common;
  private final BoardOptions board = with(new BoardOptions());

  private final Option<List<String>> names =
      list(String.class, "-r", "--run")
          .label("NAME")
          .commas()
          .offers(() -> all().stream().map(Check::name).iterator())
          .about("Only this test; may be given several times.");

  private final Option<Path> image =
      option(Path.class, "--image")
          .label("FILE")
          .about(
              "An image with kernels 'hello' and 'copy' for the device. Default: " + IMAGE + ".");

  private final Option<Duration> time =
      option(Duration.class, "--time")
          .label("TIME")
          .byDefault("2s")
          .about("How long a measurement goes on. Default: ${DEFAULT-VALUE}.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public ValidateCommand(CommonOptions common) {
    super(
        "validate",
        "Test a device: a kernel, DMA, commands per second, memory bandwidth and more.");
    footer(
        "",
        "Tests: aux-connection, pcie-link, sc-version, verify, dma, iops, mem-bw, p2p, m2m,"
            + " hostmem-bw.",
        "What a device does not have is skipped, and the reason is said.",
        "",
        "Figures of a software card are of this machine: seconds are of the simulation, bytes per"
            + " cycle",
        "are what the simulated memory gives.");
    exitCode(ExitCode.FAILED, "A test failed, or none could be made.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    List<Check> checks = checks();
    Path file = image.optional().orElseGet(() -> Home.require(IMAGE));
    Image content = Image.of(file);
    return board.with(common, device -> validate(device, content, checks));
  }

  private static List<Check> all() {
    return Stream.of(BoardChecks.ALL, DeviceChecks.ALL).flatMap(List::stream).toList();
  }

  private List<Check> checks() {
    List<Check> all = all();
    if (names.get().isEmpty() || names.get().contains("all")) {
      return all;
    }
    List<Check> chosen = new ArrayList<>();
    for (String name : names.get()) {
      chosen.add(
          all.stream()
              .filter(check -> check.name().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(name, all)));
    }
    return chosen;
  }

  private static BackplaneException unknown(String name, List<Check> all) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "there is no test '" + name + "'")
        .during("validate")
        .remedy("Use " + String.join(", ", all.stream().map(Check::name).toList()))
        .build();
  }

  private int validate(Device device, Image content, List<Check> checks) {
    PrintWriter out = common.console().out();
    List<Row> rows = new ArrayList<>();
    boolean failed = false;
    if (!json.get()) {
      out.println(device.id());
    }
    for (Check check : checks) {
      String place = "%d of %d, ".formatted(rows.size() + 1, checks.size());
      Result result = run(check, place, device, content);
      failed |= result.verdict() == Verdict.FAILED;
      rows.add(row(check, result));
      if (!json.get()) {
        print(out, check, result);
      }
      if (common.interruption().interrupted()) {
        break;
      }
    }
    if (json.get()) {
      Json.print(out, new Validated(device.id(), failed ? "failed" : "passed", rows));
    } else {
      out.println(failed ? "Validation failed." : "Validation completed.");
    }
    return failed ? ExitCode.FAILED : ExitCode.OK;
  }

  /** One test that breaks down does not keep the others from being made. */
  private Result run(Check check, String place, Device device, Image content) {
    try (Progress progress = common.console().progress()) {
      progress.step(place + check.name() + ": " + check.about());
      return check
          .test()
          .apply(new Validation(device, content, time.get(), how -> progress.update(place + how)));
    } catch (BackplaneException e) {
      return Result.failed(Failures.oneLine(e));
    }
  }

  private static void print(PrintWriter out, Check check, Result result) {
    out.printf("  %-15s %-8s %s%n", check.name(), Report.word(result.verdict()), result.text());
    result
        .figures()
        .forEach((name, value) -> out.printf("  %24s %-40s %s%n", "", name, number(value)));
  }

  private static String number(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.1f", number)
        : value.toString();
  }

  private record Validated(String device, String result, List<Row> tests) implements Report {}

  private record Row(String test, String result, String text, Map<String, Object> figures)
      implements Report {}

  private static Row row(Check check, Result result) {
    return new Row(check.name(), Report.word(result.verdict()), result.text(), result.figures());
  }
}
