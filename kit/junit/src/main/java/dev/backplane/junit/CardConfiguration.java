package dev.backplane.junit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCategory;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.TraceSink;
import dev.backplane.runtime.selector.DeviceSelector;

/** Opens a {@code Backplane} with one driver, whatever the site's configuration is. */
final class CardConfiguration {
  private CardConfiguration() {}

  /**
   * Opens it.
   *
   * @param settings name the driver and its configuration
   * @param calls takes the calls
   * @return it; the caller closes it
   */
  static Backplane open(CardSettings settings, TraceSink calls) {
    try {
      return Backplane.builder()
          .configuration("@Card", text(settings))
          // Variables of whoever runs the tests choose nothing in them.
          .selector(DeviceSelector.parse("*:*"))
          .trace(calls)
          .open();
    } catch (BackplaneException e) {
      throw e.code().category() == ErrorCategory.USAGE ? e : refused(settings, e);
    }
  }

  private static BackplaneException refused(CardSettings settings, BackplaneException e) {
    String remedy =
        e.code() == ErrorCode.UNKNOWN_MODULE || e.code().category() != ErrorCategory.CONFIGURATION
            ? "The driver has to be on the class path or module path of the tests, and 'config' of"
                + " @Card has to be what the driver takes"
            : "Correct 'config' of @Card: " + settings.config().strip();
    return BackplaneException.because(e.code(), String.valueOf(e.getMessage()))
        .during("open a card of")
        .on("driver " + settings.driver())
        .remedy(remedy)
        .causedBy(e)
        .build();
  }

  /** The configuration of the card has lines of its own, so that messages name its columns. */
  private static String text(CardSettings settings) {
    return """
    {"plugins": [{"module": "%s", "load_policy": {"required": true}, "config":
    %s
    }]}
    """
        .formatted(escaped(settings.driver()), settings.config());
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
