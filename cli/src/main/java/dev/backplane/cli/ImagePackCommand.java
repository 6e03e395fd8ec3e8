package dev.backplane.cli;

import dev.backplane.api.Image;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.DeviceBinary;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a container of device binaries. */
@Command(
    name = "pack",
    header = "Put code for several kinds of devices into one container.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Targets are those of DPC++ (spir64, spir64_x86_64, spir64_gen, ...), those that a driver",
      "declares ('softcard', 'xclbin'), and 'opencl_c' for source. docs/device-binaries.md says"
          + " how",
      "a device chooses."
    })
final class ImagePackCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(paramLabel = "OUT", description = "The container to write.")
  private @Nullable Path out;

  @Option(
      names = "--binary",
      required = true,
      paramLabel = "TERMS",
      description = "A binary: " + BinaryArgument.HELP + ". Repeated, in order.")
  private List<String> binaries = new ArrayList<>();

  ImagePackCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    Path target = Objects.requireNonNull(out);
    List<DeviceBinary> packed =
        binaries.stream().map(BinaryArgument::parse).map(BinaryArgument::binary).toList();
    Image image = new BinaryContainer(target.toString(), packed).toImage();
    try (OutputFile file = OutputFile.at(target)) {
      file.write(MemorySegment.ofArray(image.bytes()));
    }
    ContainerReport.print(image, common.console().out());
    return ExitCode.OK;
  }
}
