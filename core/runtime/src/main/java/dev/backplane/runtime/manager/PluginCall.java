package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeAccess;
import dev.backplane.plugin.Thrown;
import dev.backplane.plugin.limit.TimedCall;
import java.time.Duration;
import java.util.Optional;

/**
 * A call that is about to be made in a plugin, for deadlines and messages. It concerns the plugin
 * as a whole, or one device: what hangs there says nothing of the plugin's other devices.
 *
 * @param operation for example {@code initialize}
 * @param subject the device or instance it concerns
 * @param instance the plugin instance
 * @param code what an uncoded failure becomes
 * @param deadline how long it may take
 */
record PluginCall(
    String operation, String subject, String instance, ErrorCode code, Duration deadline) {

  /** A call that concerns the plugin as a whole. */
  static PluginCall of(PluginInstance instance, String operation, ErrorCode code) {
    return ofDevice(instance, operation, instance.name(), code);
  }

  /** A call that concerns one device of a plugin. */
  static PluginCall ofDevice(
      PluginInstance instance, String operation, String device, ErrorCode code) {
    return new PluginCall(operation, device, instance.name(), code, instance.errors().deadline());
  }

  private boolean isOfDevice() {
    return !subject.equals(instance);
  }

  /** The error of a failure of the plugin. */
  BackplaneException failed(Throwable thrown) {
    if (thrown instanceof BackplaneException coded) {
      return coded.with().during(operation).on(subject).by(instance).build();
    }
    Optional<BackplaneException> denied = NativeAccess.denied(thrown);
    if (denied.isPresent()) {
      return failed(denied.get());
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

  /** The error of a return code other than 0. */
  BackplaneException returned(int result) {
    return problem(code, "the plugin answered " + result)
        .remedy("The plugin's documentation says what its codes mean")
        .build();
  }

  /** The error of an answer against the contract. */
  BackplaneException nonsense(String answer) {
    return problem(code, answer).remedy("This is a defect of the plugin").build();
  }

  /** The error of a call that does not return. */
  BackplaneException hung(TimedCall timed) {
    String text = timed.overdue() + "; its thread is " + timed.where();
    return isOfDevice()
        ? problem(ErrorCode.DEVICE_HUNG, text)
            .remedy(
                "The device stays taken until this call returns, and can be opened again then;"
                    + " others of the plugin work on. If it needs longer, raise"
                    + " error_policy.deadline_ms")
            .build()
        : problem(ErrorCode.PLUGIN_HUNG, text)
            .remedy(
                "The instance is quarantined and the thread abandoned; if the plugin needs longer,"
                    + " raise error_policy.deadline_ms")
            .build();
  }

  private BackplaneException.Builder problem(ErrorCode problemCode, String text) {
    return BackplaneException.because(problemCode, text).during(operation).on(subject).by(instance);
  }
}
