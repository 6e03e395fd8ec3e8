package dev.backplane.runtime.device;

import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Stages of a driver's runs, with the errors of the API.
 *
 * @param origin whose runs
 */
record RunStages(Origin origin) {
  CompletionStage<RunReport> of(Run target) {
    return origin
        .ask("completion of run", target::completion)
        .handle(
            (report, failure) -> {
              if (failure != null) {
                throw origin.failed("run", cause(failure));
              }
              return report;
            })
        // Not the driver's future: a holder that completes it must not confuse the driver.
        .thenCompose(CompletableFuture::completedStage);
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
