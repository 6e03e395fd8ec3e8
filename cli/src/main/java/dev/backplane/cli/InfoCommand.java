package dev.backplane.cli;

import dev.backplane.runtime.Backplane;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
          "An xclbin file, or a device: " + Selector.HELP + ". Default: the configuration.")
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
        out.println();
        ListCommand.table(backplane.enumerate(List.of())).print(out);
      } else {
        DeviceReport.print(Selector.find(backplane, words), out);
      }
      return ExitCode.OK;
    }
  }

  /** A name that looks like one of a file is one, so that its absence is what is reported. */
  private static boolean isFile(String words) {
    return words.endsWith(".xclbin") || (Selector.isId(words) && Files.exists(Path.of(words)));
  }
}
