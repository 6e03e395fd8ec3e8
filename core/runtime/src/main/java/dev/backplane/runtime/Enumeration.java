package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Token;
import java.util.List;

/**
 * A result of a search. Immutable.
 *
 * @param tokens the resources, in the order of the configuration and then of each plugin, as many
 *     as were asked for
 * @param matches how many there are, exactly, also beyond the limit of the search
 * @param problems failures of plugins that were passed over, as their error policies say
 * @param notes what a person should know of the selector that narrowed the search
 */
public record Enumeration(
    List<Token> tokens, int matches, List<BackplaneException> problems, List<String> notes) {
  /** Copies the lists. */
  public Enumeration {
    tokens = List.copyOf(tokens);
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
  }
}
