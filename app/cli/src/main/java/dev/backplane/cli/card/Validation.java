package dev.backplane.cli.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Program;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The context that the tests of a device share: the image with their kernels, the duration of a
 * measurement, and the receiver of progress messages.
 */
final class Validation {
  /** No single run of these kernels takes longer on anything that works. */
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(60);

  private final Device device;
  private final Image image;
  private final Duration budget;
  private final Consumer<String> progress;
  private @Nullable Program program;
  private @Nullable String refusal;

  Validation(Device device, Image image, Duration budget, Consumer<String> progress) {
    this.device = device;
    this.image = image;
    this.budget = budget;
    this.progress = progress;
  }

  Device device() {
    return device;
  }

  /** {@return how long a measurement goes on} */
  Duration budget() {
    return budget;
  }

  void tell(String how) {
    progress.accept(how);
  }

  /** {@return the loaded image, or null if the device does not take it: then {@link #refusal}} */
  @Nullable Program program() {
    if (program == null && refusal == null) {
      if (!device.facets().contains(Images.class)) {
        refusal = "the device takes no images";
      } else {
        load();
      }
    }
    return program;
  }

  private void load() {
    tell("loading " + image.name());
    try {
      program = device.load(image);
    } catch (BackplaneException e) {
      if (e.code() != ErrorCode.IMAGE_PLATFORM_MISMATCH
          && e.code() != ErrorCode.IMAGE_NOT_RUNNABLE) {
        throw e;
      }
      refusal = "the device does not take the image of the tests: " + e.problem();
    }
  }

  /** {@return why there is no program} */
  String refusal() {
    String why = refusal;
    return why == null ? "no image was loaded" : why;
  }

  static RunReport await(Run run) {
    return run.await(RUN_DEADLINE);
  }
}
