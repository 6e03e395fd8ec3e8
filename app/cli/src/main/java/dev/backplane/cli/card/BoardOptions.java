package dev.backplane.cli.card;

import dev.backplane.api.Device;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Facet;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.selector.DeviceSelector;
import java.nio.file.Path;
import java.util.Optional;

/** The options of commands that look after a card: which one, and what to load before. */
final class BoardOptions extends Options {
  private final Option<String> device =
      option(String.class, "-d", "--device")
          .label("DEVICE")
          .about("Which device: " + CommonOptions.SELECTOR + ". Default: the first FPGA.");

  private final Option<Path> image =
      option(Path.class, "--load")
          .label("IMAGE")
          .about("Load this image first. A software card lives in this process and begins empty.");

  /** The work of a command on an open device. */
  @FunctionalInterface
  interface Work<T> {
    /** Does it. */
    T on(Device device);
  }

  /** Opens the device, loads the image if one is named, works, and closes. */
  <T> T with(CommonOptions common, Work<T> work) {
    try (Backplane backplane = common.backplane().open();
        Device opened = token(backplane).open(OpenMode.SHARED)) {
      image.optional().ifPresent(file -> opened.load(Image.of(file)));
      return work.on(opened);
    }
  }

  private Token token(Backplane backplane) {
    return device
        .optional()
        .map(words -> backplane.find(DeviceSelector.parse(words)))
        .orElseGet(
            () ->
                backplane.find(
                    Filter.any().withDeviceType(DeviceType.FPGA).onHost(Filter.ANY_HOST)));
  }

  /** {@return the facet, if the device has it} */
  static <F extends Facet> Optional<F> facet(Device device, Class<F> type) {
    return device.facets().contains(type) ? Optional.of(device.facet(type)) : Optional.empty();
  }
}
