package dev.backplane.runtime.manager;

import dev.backplane.api.Token;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.runtime.Selection;
import dev.backplane.runtime.trace.Tracer;
import java.util.List;
import java.util.Optional;

/** Takes one of several devices, and tells which were candidates and why it is that one. */
final class Preference {
  private final Tracer tracer;

  Preference(Tracer tracer) {
    this.tracer = tracer;
  }

  /** {@return whether it wants to see all candidates, and not only the first} */
  boolean comparesAll(boolean byScore) {
    return byScore || tracer.takes(Detail.BASIC);
  }

  /**
   * Takes one.
   *
   * @param tokens candidates, in order
   * @param matches how many there are
   * @param byScore whether the one of the highest score is meant, and not the first
   * @return the device, or empty if there is no candidate
   */
  Optional<Token> take(List<Token> tokens, int matches, boolean byScore) {
    Token best = null;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      String why =
          byScore ? "score = " + Selection.score(token) : "number " + (i + 1) + " of " + matches;
      tracer.note(Detail.DEBUG, () -> "Candidate device: -> " + why + described(token));
      if (best == null || (byScore && Selection.score(token) > Selection.score(best))) {
        best = token;
      }
    }
    if (best != null) {
      Token taken = best;
      tell(
          taken,
          byScore
              ? "final score = " + Selection.score(taken)
              : "the first of " + matches + " that match");
    }
    return Optional.ofNullable(best);
  }

  /** Tells that a device is the one that was asked for. */
  void tell(Token token, String why) {
    tracer.selected(() -> "Selected device: -> " + why + described(token));
  }

  private static String described(Token token) {
    return "\n  platform: " + token.plugin() + "\n  device: " + token;
  }
}
