package dev.backplane.runtime.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeAccess;
import dev.backplane.plugin.Thrown;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a driver's object: whose it is, and how its failures become errors of the API.
 *
 * @param device the id of the device
 * @param instance the plugin instance
 * @param lifetime ends when the object may not be used any more
 * @param errors counts errors when they are made
 */
record Origin(String device, String instance, Lifetime lifetime, ErrorMeter errors) {
  /** The same with a shorter life. */
  Origin within(Lifetime shorter) {
    return new Origin(device, instance, shorter, errors);
  }

  /** Calls the driver, which must answer something. */
  <T> T ask(String operation, Supplier<T> call) {
    lifetime.check(operation);
    T answer;
    try {
      answer = call.get();
    } catch (Throwable e) {
      throw failed(operation, e);
    }
    return required(operation, answer);
  }

  /** Calls the driver. */
  void tell(String operation, Runnable call) {
    lifetime.check(operation);
    try {
      call.run();
    } catch (Throwable e) {
      throw failed(operation, e);
    }
  }

  /** Closes something that nobody will hold; what goes wrong is only worth a line in the log. */
  void closeLate(String operation, TearDown.Work close) {
    try {
      close.run();
    } catch (Throwable e) {
      System.getLogger(Origin.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "closing after " + operation + " of " + device,
              Thrown.printable(e));
    }
  }

  /** Checks an answer: a driver need not be of a null-marked world. */
  <T> T required(String operation, @Nullable T answer) {
    if (answer == null) {
      throw answeredNull(operation);
    }
    return answer;
  }

  BackplaneException answeredNull(String operation) {
    return error(ErrorCode.PLUGIN_FAILED, "the plugin answered null")
        .during(operation)
        .remedy("This is a defect of the plugin")
        .build();
  }

  /** A number is refused. */
  BackplaneException tooSmall(
      String operation, String parameter, long value, long least, ErrorCode code) {
    return error(code, parameter + " is " + value)
        .during(operation)
        .remedy("Pass " + least + " or more")
        .build();
  }

  /** A time to wait is refused. */
  BackplaneException negative(String operation, String parameter, Duration time) {
    return error(ErrorCode.INVALID_ARGUMENT, "a " + parameter + " cannot be negative: " + time)
        .during(operation)
        .build();
  }

  /** A driver's stage, with the errors of the API. */
  <T> CompletionStage<T> later(String operation, CompletionStage<T> stage) {
    return stage
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                throw failed(operation, cause(failure));
              }
              return answer;
            })
        // Not the driver's future: a holder that completes it must not confuse the driver.
        .thenCompose(CompletableFuture::completedStage);
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Makes the error for something that the driver threw. */
  BackplaneException failed(String operation, Throwable thrown) {
    if (thrown instanceof BackplaneException coded) {
      return isComplete(coded) ? coded : completed(operation, coded);
    }
    if (lifetime.isOver()) {
      // Closed by another thread while this call was on its way.
      return lifetime.closed(operation).with().causedBy(Thrown.printable(thrown)).build();
    }
    return uncoded(operation, thrown);
  }

  /**
   * Makes the error for something that the driver threw while closing, when the lifetime is over.
   */
  BackplaneException failedToClose(String operation, Throwable thrown) {
    return thrown instanceof BackplaneException
        ? failed(operation, thrown)
        : uncoded(operation, thrown);
  }

  private BackplaneException uncoded(String operation, Throwable thrown) {
    Optional<BackplaneException> denied = NativeAccess.denied(thrown);
    if (denied.isPresent()) {
      return completed(operation, denied.get());
    }
    boolean memory = thrown instanceof OutOfMemoryError;
    return error(
            memory ? ErrorCode.OUT_OF_HOST_MEMORY : ErrorCode.PLUGIN_FAILED,
            "the plugin threw " + Thrown.describe(thrown))
        .during(operation)
        .remedy(
            memory
                ? "Give the process more memory (-Xmx)"
                : "This is a defect of the plugin; its trace is the cause")
        .causedBy(Thrown.printable(thrown))
        .build();
  }

  /** Adds what the plugin did not say. */
  private BackplaneException completed(String operation, BackplaneException error) {
    // The use of something that was closed asks nothing of the device.
    if (error.code() != ErrorCode.CLOSED) {
      errors.told(error.code());
    }
    return error.with().during(operation).on(device).by(instance).build();
  }

  /** Starts an error that knows the device and the plugin. */
  BackplaneException.Builder error(ErrorCode code, String problem) {
    errors.told(code);
    return BackplaneException.because(code, problem).on(device).by(instance);
  }

  private static boolean isComplete(BackplaneException error) {
    return error.operation() != null && error.subject() != null && error.plugin() != null;
  }
}
