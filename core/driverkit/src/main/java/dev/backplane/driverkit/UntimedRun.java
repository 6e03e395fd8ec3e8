package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A run that was started without a queue: nobody takes its times. */
public interface UntimedRun extends Run {
  @Override
  default CompletionStage<Void> whenDone(Consumer<RunState> callback) {
    return Completion.whenDone(completion(), callback);
  }

  @Override
  default Times times() {
    throw BackplaneException.because(ErrorCode.NOT_SUPPORTED, "its times are not taken")
        .during("times")
        .on(toString())
        .remedy("Submit the call to a queue that was made with PROFILING")
        .build();
  }
}
