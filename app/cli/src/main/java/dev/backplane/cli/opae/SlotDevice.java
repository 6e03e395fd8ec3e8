package dev.backplane.cli.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.opae.abi.Gbs;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds the device that an image is for. */
final class SlotDevice {
  private static final String OPERATION = "reconfigure";

  private SlotDevice() {}

  /** {@return the device that is named, if the image fits it; for an accelerator, its device} */
  static OpaeResource named(OpaeSearch search, String words, Gbs gbs, Image image) {
    OpaeResource named = search.named(words);
    Optional<String> parent = named.parent();
    OpaeResource device = parent.isPresent() ? search.named(parent.get()) : named;
    if (device.guid().isPresent() && !fits(device, gbs) && device.isDevice()) {
      throw BackplaneException.because(
              ErrorCode.IMAGE_PLATFORM_MISMATCH,
              "it is for interface %s, and %s has %s"
                  .formatted(gbs.interfaceId(), device.id(), device.guid().get()))
          .during(OPERATION)
          .on("image " + image.name())
          .remedy("Name a device with that interface, or build the image for this one")
          .build();
    }
    return device;
  }

  private static boolean fits(OpaeResource device, Gbs gbs) {
    return device.guid().filter(gbs.interfaceId()::equals).isPresent();
  }

  private static String withInterface(OpaeResource device) {
    return device.id() + " with " + device.guid().map(UUID::toString).orElse("none");
  }

  /**
   * {@return the one device whose interface the image is for}
   *
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_DEVICE} for none, {@link
   *     ErrorCode#INVALID_ARGUMENT} for several
   */
  static OpaeResource fitting(OpaeSearch search, OpaePlaceOptions place, Gbs gbs, Image image) {
    List<OpaeResource> there =
        search.all().stream().filter(OpaeResource::isDevice).filter(place::match).toList();
    List<OpaeResource> fitting = there.stream().filter(each -> fits(each, gbs)).toList();
    String where = place.areThere() ? " there" : "";
    if (fitting.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_DEVICE,
              "no device of OPAE%s has the interface %s that it is for; "
                      .formatted(where, gbs.interfaceId())
                  + OpaeSearch.there(there.stream().map(SlotDevice::withInterface).toList()))
          .during(OPERATION)
          .on("image " + image.name())
          .remedy("Build the image for the interface of a device, or configure such a device")
          .build();
    }
    if (fitting.size() > 1) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d devices%s have the interface that it is for: %s"
                  .formatted(fitting.size(), where, OpaeSearch.list(fitting)))
          .during(OPERATION)
          .on("image " + image.name())
          .remedy("Name one behind the image, or say where it sits, as with --bus")
          .build();
    }
    return fitting.getFirst();
  }
}
