package dev.backplane.runtime.selector;

import java.util.List;

/**
 * The devices that a selector chose, before they are opened. Immutable.
 *
 * @param devices the chosen, in the order of the candidates
 * @param warnings what was named and is not there
 * @param account what each term did, for messages about choices that are empty
 */
public record Choice(List<Candidate> devices, List<String> warnings, String account) {
  /** Copies the lists. */
  public Choice {
    devices = List.copyOf(devices);
    warnings = List.copyOf(warnings);
  }
}
