package dev.backplane.json;

import org.jspecify.annotations.Nullable;

/** Says that a text is not JSON, and where. */
public final class JsonSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Place place;
  private final String problem;

  JsonSyntaxException(Place place, String problem, @Nullable Throwable cause) {
    super(place + ": " + problem, cause);
    this.place = place;
    this.problem = problem;
  }

  /** {@return where the text stops to be JSON} */
  public Place place() {
    return place;
  }

  /** {@return what is wrong there, without the place} */
  public String problem() {
    return problem;
  }
}
