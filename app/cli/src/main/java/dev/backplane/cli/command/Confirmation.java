package dev.backplane.cli.command;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.Optional;

/**
 * Options of what changes a card for longer than a process lives: it is asked for, or tried dry.
 */
public final class Confirmation extends Options {
  private final Option<Boolean> yes = flag("-y", "--yes").about("Write without asking.");

  private final Option<Boolean> dryRun =
      flag("--dry-run")
          .about("Check file and card, tell what would be written, and write nothing.");

  public boolean isDry() {
    return dryRun.get();
  }

  /**
   * Asks, unless the command line says yes.
   *
   * @param console who is asked
   * @param operation what messages call it
   * @param deed what a yes does
   * @throws BackplaneException if the answer is no, or nobody can be asked
   */
  public void ask(Console console, String operation, String deed) {
    Optional<Boolean> answer = yes.get() ? Optional.of(true) : console.confirmed(deed);
    if (answer.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "nobody can be asked whether to go on")
          .during(operation)
          .remedy("Add --yes to do it, or --dry-run to see what would be done")
          .build();
    }
    if (!answer.get()) {
      throw BackplaneException.because(ErrorCode.CANCELLED, "the answer was no")
          .during(operation)
          .remedy("Nothing was written")
          .build();
    }
  }
}
