package dev.backplane.cli.image;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.OpenMode;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinarySelection;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.Report.Inline;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Says which binary of a container a device takes. */
final class ImageSelectCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "CONTAINER").about("A container of device binaries.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  private final Option<String> type =
      option(String.class, "--type")
          .label("TYPE")
          .offers(List.of("cpu", "gpu", "fpga", "other"))
          .about("What OpenCL devices of a type take: cpu, gpu, fpga or other.");

  private final Option<List<String>> targets =
      list(String.class, "--takes")
          .label("TARGET")
          .commas()
          .about("What a device takes that takes these targets alone, the first most wanted.");

  private final Option<String> device =
      option(String.class, "-d", "--device")
          .label("DEVICE")
          .about("What this device takes: " + CommonOptions.SELECTOR + ".");

  ImageSelectCommand(CommonOptions common) {
    super("select", "Show which binary of a container a device takes.");
    this.common = with(common);
    oneOf(type, targets, device);
  }

  @Override
  public Integer call() {
    Image image = Image.of(file.get());
    BinaryContainer container = BinaryContainer.read(image);
    Choice choice = device.isPresent() ? byDevice(device.get(), container) : byTargets(container);
    new Selected(choice, ContainerReport.BinaryRow.of(container.binaries().get(choice.index())))
        .print(common.console().out(), json.get(), "selected");
    return ExitCode.OK;
  }

  private record Choice(Optional<String> device, String takes, int index) implements Report {}

  private record Selected(@Inline Choice choice, @Inline ContainerReport.BinaryRow binary)
      implements Report {}

  private Choice byTargets(BinaryContainer container) {
    BinaryTargets takes =
        type.optional()
            .map(name -> BinaryTargets.of(new DeviceType(name)))
            .orElseGet(() -> new BinaryTargets(targets.get(), false, false));
    return new Choice(
        Optional.empty(), takes.toString(), BinarySelection.select(container.binaries(), takes));
  }

  private Choice byDevice(String words, BinaryContainer container) {
    try (Backplane backplane = common.backplane().open();
        Device opened = backplane.find(DeviceSelector.parse(words)).open(OpenMode.SHARED)) {
      Images images = opened.facet(Images.class);
      return new Choice(
          Optional.of(opened.id()),
          images.targets().toString(),
          images.select(container.binaries()));
    }
  }
}
