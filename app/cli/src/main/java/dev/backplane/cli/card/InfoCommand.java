package dev.backplane.cli.card;

import dev.backplane.api.Token;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.image.ImageInspection;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells all about an image, a device, or the configuration. */
public final class InfoCommand extends Command {
  private final CommonOptions common;

  private final Parameter<String> subject =
      parameter(String.class, "IMAGE|DEVICE")
          .mayBeMissing()
          .about(
              "An xclbin or gbs file, or a device: "
                  + CommonOptions.SELECTOR
                  + ". Default: the configuration.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public InfoCommand(CommonOptions common) {
    super(
        "info",
        "Show what is in an image, what a device can do, or where the configuration is from.");
    aliases("inspect");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    PrintWriter out = common.console().out();
    if (subject.isPresent() && isFile(subject.get())) {
      ImageInspection.print(Path.of(subject.get()), json.get(), out);
      return ExitCode.OK;
    }
    try (Backplane backplane = common.backplane().open()) {
      if (subject.isPresent()) {
        Token token = backplane.find(DeviceSelector.parse(subject.get()));
        if (json.get()) {
          Json.print(out, DeviceDescription.of(token));
        } else {
          DeviceReport.print(token, out);
        }
      } else if (json.get()) {
        Json.print(out, Configured.of(backplane));
      } else {
        configuration(backplane, out);
      }
      return ExitCode.OK;
    }
  }

  private static void configuration(Backplane backplane, PrintWriter out) {
    out.println("Configuration, in the order of the search:");
    backplane.configurationSource().searched().forEach(place -> out.println("  " + place));
    backplane.selector().ifPresent(selector -> out.println("Selector: " + selector));
    backplane.notes().forEach(out::println);
    out.println();
    ListCommand.table(backplane.devices()).print(out);
  }

  private record Configured(
      List<String> searched,
      @Nullable String selector,
      List<String> notes,
      List<ListCommand.Row> devices)
      implements Report {
    static Configured of(Backplane backplane) {
      return new Configured(
          backplane.configurationSource().searched().stream().map(String::valueOf).toList(),
          backplane.selector().map(String::valueOf).orElse(null),
          backplane.notes(),
          ListCommand.rows(backplane.devices()));
    }
  }

  /** A name that looks like one of a file is one, so that its absence is what is reported. */
  private static boolean isFile(String words) {
    return words.endsWith(".xclbin")
        || words.endsWith(".gbs")
        || (words.indexOf('=') < 0 && Files.exists(Path.of(words)));
  }
}
