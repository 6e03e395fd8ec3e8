package dev.backplane.cli;

import dev.backplane.api.Image;
import dev.backplane.api.binary.BinaryContainer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells what is in an image. */
@Command(
    name = "inspect",
    aliases = "info",
    header = "Show what is in an image.",
    mixinStandardHelpOptions = true)
final class ImageInspectCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(
      paramLabel = "FILE",
      description = "An xclbin file, or a container of device binaries.")
  private @Nullable Path file;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  ImageInspectCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    Path path = Objects.requireNonNull(file);
    Image image = Image.of(path);
    if (BinaryContainer.isOne(image)) {
      if (json) {
        Json.print(common.console().out(), ContainerReport.describe(image));
      } else {
        ContainerReport.print(image, common.console().out());
      }
    } else if (json) {
      Json.print(common.console().out(), ImageDescription.of(path));
    } else {
      ImageReport.print(path, common.console().out());
    }
    return ExitCode.OK;
  }
}
