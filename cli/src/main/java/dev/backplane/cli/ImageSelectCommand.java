package dev.backplane.cli;

import dev.backplane.api.Binaries;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Image;
import dev.backplane.api.OpenMode;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinarySelection;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says which binary of a container a device takes. */
@Command(
    name = "select",
    header = "Show which binary of a container a device takes.",
    mixinStandardHelpOptions = true)
final class ImageSelectCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(paramLabel = "CONTAINER", description = "A container of device binaries.")
  private @Nullable Path file;

  @ArgGroup(multiplicity = "1")
  private Who who = new Who();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /** Whose choice is asked for. */
  private static final class Who {
    @Option(
        names = "--type",
        paramLabel = "TYPE",
        description = "What OpenCL devices of a type take: cpu, gpu, fpga or other.")
    private @Nullable String type;

    @Option(
        names = "--takes",
        paramLabel = "TARGET",
        split = ",",
        description = "What a device takes that takes these targets alone, the first most wanted.")
    private @Nullable List<String> targets;

    @Option(
        names = {"-d", "--device"},
        paramLabel = "DEVICE",
        description = "What this device takes: " + CommonOptions.SELECTOR + ".")
    private @Nullable String device;
  }

  ImageSelectCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    Image image = Image.of(Objects.requireNonNull(file));
    BinaryContainer container = BinaryContainer.read(image);
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    String device = who.device;
    DeviceBinary selected =
        device == null ? byTargets(container, map) : byDevice(device, container, map);
    map.put("index", container.binaries().indexOf(selected));
    map.putAll(ContainerReport.describe(selected));
    if (json) {
      Json.print(common.console().out(), map);
    } else {
      ReportText.print(common.console().out(), "selected", map);
    }
    return ExitCode.OK;
  }

  private DeviceBinary byTargets(BinaryContainer container, Map<String, @Nullable Object> map) {
    BinaryTargets takes =
        who.type != null
            ? BinaryTargets.of(new DeviceType(who.type))
            : new BinaryTargets(Objects.requireNonNull(who.targets), false, false);
    map.put("takes", takes.toString());
    return BinarySelection.select(container, takes);
  }

  private DeviceBinary byDevice(
      String words, BinaryContainer container, Map<String, @Nullable Object> map) {
    try (Backplane backplane = common.backplane().open();
        Device device = backplane.find(DeviceSelector.parse(words)).open(OpenMode.SHARED)) {
      map.put("device", device.id());
      if (!device.facets().contains(Binaries.class)) {
        map.put("takes", "an xclbin");
        return BinarySelection.selectForCard(container);
      }
      Binaries binaries = device.facet(Binaries.class);
      map.put("takes", binaries.targets().toString());
      return container.binaries().get(binaries.select(container.binaries()));
    }
  }
}
