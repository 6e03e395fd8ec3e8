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
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.ReportText;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says which binary of a container a device takes. */
final class ImageSelectCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file =
      parameter(Path.class, "CONTAINER").about("A container of device binaries.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  private final Option<String> type =
      option(String.class, "--type")
          .label("TYPE")
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
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    int index =
        device.isPresent() ? byDevice(device.get(), container, map) : byTargets(container, map);
    map.put("index", index);
    map.putAll(ContainerReport.describe(container.binaries().get(index)));
    if (json.get()) {
      Json.print(common.console().out(), map);
    } else {
      ReportText.print(common.console().out(), "selected", map);
    }
    return ExitCode.OK;
  }

  private int byTargets(BinaryContainer container, Map<String, @Nullable Object> map) {
    BinaryTargets takes =
        type.optional()
            .map(name -> BinaryTargets.of(new DeviceType(name)))
            .orElseGet(() -> new BinaryTargets(targets.get(), false, false));
    map.put("takes", takes.toString());
    return BinarySelection.select(container.binaries(), takes);
  }

  private int byDevice(String words, BinaryContainer container, Map<String, @Nullable Object> map) {
    try (Backplane backplane = common.backplane().open();
        Device device = backplane.find(DeviceSelector.parse(words)).open(OpenMode.SHARED)) {
      map.put("device", device.id());
      Images images = device.facet(Images.class);
      map.put("takes", images.targets().toString());
      return images.select(container.binaries());
    }
  }
}
