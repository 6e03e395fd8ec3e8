package dev.backplane.runtime.selector;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The selector that the environment asks for.
 *
 * @param selector the selector, or empty if none is asked for
 * @param notes what a person should know of the choice between variables
 */
public record SelectorVariables(Optional<DeviceSelector> selector, List<String> notes) {
  /** Our own variable, which wins. */
  public static final String OWN = "BACKPLANE_DEVICE_SELECTOR";

  /** The variable that other runtimes read too. */
  public static final String SHARED = "ONEAPI_DEVICE_SELECTOR";

  private static final String OLD = "SYCL_DEVICE_FILTER";

  /** Copies the list. */
  public SelectorVariables {
    notes = List.copyOf(notes);
  }

  /**
   * Reads the variables.
   *
   * @param environment the environment
   * @return what they ask for
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if the one that counts is empty
   *     or malformed
   */
  public static SelectorVariables read(Map<String, String> environment) {
    String own = environment.get(OWN);
    String shared = environment.get(SHARED);
    if (own != null) {
      List<String> notes =
          shared == null || shared.equals(own)
              ? List.of()
              : List.of(OWN + "=" + own + " is used, and " + SHARED + "=" + shared + " is not");
      return new SelectorVariables(Optional.of(parse(OWN, own)), notes);
    }
    if (shared != null && environment.containsKey(OLD)) {
      throw refused(SHARED, OLD + " is set too, and they contradict each other", "Unset " + OLD);
    }
    return new SelectorVariables(
        Optional.ofNullable(shared).map(text -> parse(SHARED, text)), List.of());
  }

  private static DeviceSelector parse(String variable, @Nullable String text) {
    if (text == null || text.isBlank()) {
      throw refused(variable, "it is set and empty", "Unset it, or set it to '*:*' for everything");
    }
    return DeviceSelector.parse(text, "environment variable " + variable);
  }

  private static BackplaneException refused(String variable, String problem, String advice) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("read")
        .on("environment variable " + variable)
        .remedy(advice)
        .build();
  }
}
