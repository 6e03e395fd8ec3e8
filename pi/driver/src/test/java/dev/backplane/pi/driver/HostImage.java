package dev.backplane.pi.driver;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import java.util.List;

/** Images for the plugin whose device is this processor: lists of kernels that it has. */
final class HostImage {
  private HostImage() {}

  /** {@return a container with a binary for the plugin, and with others} */
  static Image of(String... kernels) {
    return new BinaryContainer(
            "kernels " + List.of(kernels),
            List.of(
                DeviceBinary.of("spir64", Content.of("for another device")),
                DeviceBinary.of("host", Content.of("host\n" + String.join("\n", kernels) + "\n"))
                    .withFormat(ImageFormat.NATIVE)
                    .withEntries(List.of(kernels)),
                DeviceBinary.ofSource("kernel void other() {}")))
        .toImage();
  }
}
