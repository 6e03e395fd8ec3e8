package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.Token;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The devices that a selector chose. Immutable.
 *
 * @param tokens the devices, in the order of the configuration and then of each plugin
 * @param terms by the id of each device, the shortest term that selects it alone, such as {@code
 *     softcard:0}
 * @param notes what a person should know: devices that were named and are not there, and why
 *     nothing was chosen
 * @param problems failures of plugins that were passed over, as their error policies say
 */
public record Selection(
    List<Token> tokens,
    Map<String, String> terms,
    List<String> notes,
    List<BackplaneException> problems) {
  private static final int GPU_SCORE = 500;
  private static final int CPU_SCORE = 300;
  private static final int OTHER_SCORE = 75;

  /** Copies the collections. */
  public Selection {
    tokens = List.copyOf(tokens);
    terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
    notes = List.copyOf(notes);
    problems = List.copyOf(problems);
  }

  /**
   * {@return the words that select a device of this selection alone}
   *
   * @param token the device
   */
  public String term(Token token) {
    return terms.getOrDefault(token.id(), token.id());
  }

  /**
   * {@return the device that a program gets that asks for one: of the highest {@linkplain
   * #score(Token) score}, of several the first}
   */
  public Optional<Token> best() {
    Token best = null;
    for (Token token : tokens) {
      best = best == null || score(token) > score(best) ? token : best;
    }
    return Optional.ofNullable(best);
  }

  /**
   * {@return how much a device is preferred where a selector leaves several: 500 for graphics, 300
   * for processors, 75 for all else, as DPC++ does}
   *
   * @param token the device
   */
  public static int score(Token token) {
    DeviceType type = token.properties().deviceType();
    return type.equals(DeviceType.GPU)
        ? GPU_SCORE
        : type.equals(DeviceType.CPU) ? CPU_SCORE : OTHER_SCORE;
  }
}
