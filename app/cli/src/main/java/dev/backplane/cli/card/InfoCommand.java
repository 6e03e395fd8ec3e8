package dev.backplane.cli.card;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.image.GreenBitstreamReport;
import dev.backplane.cli.image.ImageReport;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

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
      Path file = Path.of(subject.get());
      if (isGreenBitstream(file)) {
        GreenBitstreamReport.print(Image.of(file), out);
      } else {
        ImageReport.print(file, out);
      }
      return ExitCode.OK;
    }
    try (Backplane backplane = common.backplane().open()) {
      if (!subject.isPresent()) {
        out.println("Configuration, in the order of the search:");
        backplane.configurationSource().searched().forEach(place -> out.println("  " + place));
        backplane.selector().ifPresent(selector -> out.println("Selector: " + selector));
        backplane.notes().forEach(out::println);
        out.println();
        ListCommand.table(backplane.devices()).print(out);
      } else {
        DeviceReport.print(backplane.find(DeviceSelector.parse(subject.get())), out);
      }
      return ExitCode.OK;
    }
  }

  /** By its name, so that one without its mark is told so; by its mark under any other name. */
  private static boolean isGreenBitstream(Path file) {
    return file.toString().endsWith(".gbs") || Image.of(file).format() == ImageFormat.GBS;
  }

  /** A name that looks like one of a file is one, so that its absence is what is reported. */
  private static boolean isFile(String words) {
    return words.endsWith(".xclbin")
        || words.endsWith(".gbs")
        || (words.indexOf('=') < 0 && Files.exists(Path.of(words)));
  }
}
