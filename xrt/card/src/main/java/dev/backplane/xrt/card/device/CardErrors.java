package dev.backplane.xrt.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.schedule.LoadedImage;
import java.util.List;

/** The errors of an operation on the whole card. */
final class CardErrors {
  private CardErrors() {}

  /** Units did not stop when they were told to. */
  static BackplaneException stuck(String card, String operation, List<String> units) {
    return BackplaneException.because(
            ErrorCode.KERNEL_FAILED,
            "%s did not stop within %d s; the memory it may use is not freed"
                .formatted(units, LoadedImage.STOP_DEADLINE.toSeconds()))
        .during(operation)
        .on(card)
        .remedy("Let the kernel ask Call.cancelled() and return")
        .build();
  }

  static BackplaneException inUse(String card, String operation, String problem, String remedy) {
    return BackplaneException.because(ErrorCode.IN_USE, problem)
        .during(operation)
        .on(card)
        .remedy(remedy)
        .build();
  }
}
