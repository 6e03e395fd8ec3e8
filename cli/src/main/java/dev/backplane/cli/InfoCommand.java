package dev.backplane.cli;

import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Tells all about an image, a device, or the configuration. */
@Command(
    name = "info",
    aliases = "inspect",
    header = "Show what is in an image, what a device can do, or where the configuration is from.",
    mixinStandardHelpOptions = true)
final class InfoCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(
      arity = "0..1",
      paramLabel = "IMAGE|DEVICE",
      description =
          "An xclbin file, or a device: "
              + CommonOptions.SELECTOR
              + ". Default: the configuration.")
  private @Nullable String subject;

  InfoCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    PrintWriter out = common.console().out();
    String words = subject;
    if (words != null && isFile(words)) {
      ImageReport.print(Path.of(words), out);
      return ExitCode.OK;
    }
    try (Backplane backplane = common.backplane().open()) {
      if (words == null) {
        out.println("Configuration, in the order of the search:");
        backplane.configurationSource().searched().forEach(place -> out.println("  " + place));
        backplane.selector().ifPresent(selector -> out.println("Selector: " + selector));
        backplane.notes().forEach(out::println);
        out.println();
        ListCommand.table(backplane.devices()).print(out);
      } else {
        DeviceReport.print(backplane.find(DeviceSelector.parse(words)), out);
      }
      return ExitCode.OK;
    }
  }

  /** A name that looks like one of a file is one, so that its absence is what is reported. */
  private static boolean isFile(String words) {
    return words.endsWith(".xclbin") || (words.indexOf('=') < 0 && Files.exists(Path.of(words)));
  }
}
