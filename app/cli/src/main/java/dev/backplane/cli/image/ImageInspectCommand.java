package dev.backplane.cli.image;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Json;
import java.nio.file.Path;

/** Tells what is in an image. */
final class ImageInspectCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "FILE")
          .about("An xclbin or gbs file, or a container of device binaries.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  ImageInspectCommand(CommonOptions common) {
    super("inspect", "Show what is in an image.");
    aliases("info");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Path path = file.get();
    Image image = Image.of(path);
    if (image.format() == ImageFormat.GBS) {
      if (json.get()) {
        Json.print(common.console().out(), GreenBitstreamReport.of(image));
      } else {
        GreenBitstreamReport.print(image, common.console().out());
      }
    } else if (image.format() == ImageFormat.CONTAINER) {
      if (json.get()) {
        Json.print(common.console().out(), ContainerReport.of(image));
      } else {
        ContainerReport.print(image, common.console().out());
      }
    } else if (json.get()) {
      Json.print(common.console().out(), ImageDescription.of(path));
    } else {
      ImageReport.print(path, common.console().out());
    }
    return ExitCode.OK;
  }
}
