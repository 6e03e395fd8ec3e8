package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The clocks of the loaded image. An image is known to work up to the frequency it was made for, so
 * that is the most that can be set. Not safe for use by several threads.
 */
final class ClockGenerator {
  /** The lowest frequency in MHz of the clock generators of real cards. */
  static final int LEAST = 10;

  /** The assumed frequency in MHz of an image that names no clock. */
  static final int UNNAMED = 300;

  private List<ClockRequest> image = List.of();
  private List<Integer> requested = List.of();

  void load(List<ClockRequest> clocks) {
    image = List.copyOf(clocks);
    requested = image.stream().map(ClockRequest::megahertz).toList();
  }

  void set(List<Integer> megahertz) {
    if (image.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.NO_IMAGE, "there is no clock to set: no loaded image names one")
          .remedy("Load an image with CLOCK_FREQ_TOPOLOGY first")
          .build();
    }
    if (megahertz.size() > image.size()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d frequencies for %d clocks: %s"
                  .formatted(
                      megahertz.size(),
                      image.size(),
                      image.stream().map(ClockRequest::name).toList()))
          .build();
    }
    List<Integer> changed = new ArrayList<>(requested);
    for (int i = 0; i < megahertz.size(); i++) {
      int wanted = megahertz.get(i);
      ClockRequest clock = image.get(i);
      if (wanted != 0 && (wanted < least(clock) || wanted > clock.megahertz())) {
        throw BackplaneException.because(
                ErrorCode.OUT_OF_RANGE,
                "%d MHz for clock %s, which the image was made to run at %d MHz at most"
                    .formatted(wanted, clock.name(), clock.megahertz()))
            .remedy("Use %d to %d MHz".formatted(least(clock), clock.megahertz()))
            .build();
      }
      if (wanted != 0) {
        changed.set(i, wanted);
      }
    }
    requested = List.copyOf(changed);
  }

  private static int least(ClockRequest clock) {
    return Math.min(LEAST, clock.megahertz());
  }

  /** {@return the frequency of the compute units' first clock in MHz} */
  int kernelMegahertz() {
    return requested.isEmpty() ? UNNAMED : requested.getFirst();
  }

  List<Clock> all(double factor) {
    List<Clock> clocks = new ArrayList<>();
    for (int i = 0; i < image.size(); i++) {
      ClockRequest clock = image.get(i);
      clocks.add(
          new Clock(
              clock.name(),
              clock.type(),
              OptionalInt.of(clock.megahertz()),
              requested.get(i),
              requested.get(i) * factor,
              OptionalInt.of(least(clock)),
              OptionalInt.of(clock.megahertz())));
    }
    return clocks;
  }
}
