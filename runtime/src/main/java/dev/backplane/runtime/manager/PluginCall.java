package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.Thrown;
import java.time.Duration;

/**
 * What is about to be done in a plugin, for deadlines and messages.
 *
 * @param operation for example {@code initialize}
 * @param subject the device or instance it concerns
 * @param instance the plugin instance
 * @param code what an uncoded failure becomes
 * @param deadline how long it may take
 */
record PluginCall(
    String operation, String subject, String instance, ErrorCode code, Duration deadline) {

  /** What a failure of the plugin becomes. */
  BackplaneException failed(Throwable thrown) {
    if (thrown instanceof BackplaneException coded) {
      return coded.with().during(operation).on(subject).by(instance).build();
    }
    ErrorCode failure = thrown instanceof OutOfMemoryError ? ErrorCode.OUT_OF_HOST_MEMORY : code;
    return problem(failure, "the plugin threw " + Thrown.describe(thrown))
        .remedy(
            failure == code
                ? "This is a defect of the plugin; its trace is the cause"
                : "Give the process more memory (-Xmx)")
        .causedBy(Thrown.printable(thrown))
        .build();
  }

  /** What a return code other than 0 becomes. */
  BackplaneException returned(int result) {
    return problem(code, "the plugin answered " + result)
        .remedy("The plugin's documentation says what its codes mean")
        .build();
  }

  /** What an answer against the contract becomes. */
  BackplaneException nonsense(String answer) {
    return problem(code, answer).remedy("This is a defect of the plugin").build();
  }

  /** What silence becomes. */
  BackplaneException hung(Stay stay) {
    return problem(ErrorCode.PLUGIN_HUNG, stay.overdue() + "; its thread is " + stay.where())
        .remedy(
            "The instance is quarantined and the thread abandoned; if the plugin needs longer,"
                + " raise error_policy.deadline_ms")
        .build();
  }

  private BackplaneException.Builder problem(ErrorCode problemCode, String text) {
    return BackplaneException.because(problemCode, text).during(operation).on(subject).by(instance);
  }
}
