package dev.backplane.rtl.engines.trace;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Selects signals by name.
 *
 * @param globs patterns for names, regardless of case, in which {@code *} stands for any
 *     characters; an empty list selects all signals
 */
public record PinFilter(List<String> globs) {
  /** Every signal. */
  public static final PinFilter ALL = new PinFilter(List.of());

  /** Copies the list. */
  public PinFilter {
    globs = List.copyOf(globs);
  }

  /** {@return whether a signal of this name is selected} */
  public boolean accepts(String name) {
    if (globs.isEmpty()) {
      return true;
    }
    for (String glob : globs) {
      String[] pieces = glob.split("\\*", -1);
      StringBuilder regex = new StringBuilder();
      for (int i = 0; i < pieces.length; i++) {
        regex.append(i == 0 ? "" : ".*").append(Pattern.quote(pieces[i]));
      }
      if (Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE).matcher(name).matches()) {
        return true;
      }
    }
    return false;
  }
}
