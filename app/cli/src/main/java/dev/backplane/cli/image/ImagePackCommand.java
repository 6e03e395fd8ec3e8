package dev.backplane.cli.image;

import dev.backplane.api.Image;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** Makes a container of device binaries. */
final class ImagePackCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> out = parameter(Path.class, "OUT").about("The container to write.");

  private final Option<List<String>> binaries =
      list(String.class, "--binary")
          .label("TERMS")
          .required()
          .about("A binary: " + BinaryArgument.HELP + ". Repeated, in order.");

  ImagePackCommand(CommonOptions common) {
    super("pack", "Put code for several kinds of devices into one container.");
    footer(
        "",
        "Targets are those of DPC++ (spir64, spir64_x86_64, spir64_gen, ...), those that a driver",
        "declares ('softcard', 'xclbin'), and 'opencl_c' for source. docs/device-binaries.md says"
            + " how",
        "a device chooses.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Path target = out.get();
    List<DeviceBinary> packed =
        binaries.get().stream().map(BinaryArgument::parse).map(BinaryArgument::binary).toList();
    Image image = new BinaryContainer(target.toString(), packed).toImage();
    try (OutputFile file = OutputFile.at(target)) {
      file.write(MemorySegment.ofBuffer(image.content().buffer()));
    }
    ContainerReport.print(image, common.console().out());
    return ExitCode.OK;
  }
}
