package dev.backplane.cli.image;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
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
    ImageInspection.print(file.get(), json.get(), common.console().out());
    return ExitCode.OK;
  }
}
