package dev.backplane.rtl.harness.ports;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The polarity of a reset according to its name. Coding styles mark the polarity in front ({@code
 * nreset}, {@code n_rst}), at the end ({@code aresetn}, {@code rst_b}, {@code reset_bar}) or in the
 * middle ({@code arst_n_i}, {@code ap_rst_n_2}), together with a direction, a number or the name of
 * a domain. The mark is part of the word for reset or a separate word.
 */
enum ResetNamePolarity {
  /** Marked active low. */
  LOW,
  /** Marked active high. */
  HIGH,
  /** A reset without a mark, which is active high by convention. */
  UNMARKED,
  /** Not the name of a reset. */
  NONE;

  private static final Pattern BETWEEN_WORDS = Pattern.compile("_+|(?<=[a-z])(?=[A-Z])");

  /** The word for reset with its affixes; not first, burst or worst. */
  private static final Pattern RESET =
      Pattern.compile(
          "(?<before>[a-z0-9]*?)(?<!fi|bu|wo)(?:rst|reset)[0-9]*(?<after>[a-z]*)[0-9]*");

  private static final Pattern NUMBER = Pattern.compile("(?<=[a-z])[0-9]+$");

  private static final Set<String> LOW_BEFORE = Set.of("n", "na", "ns", "not");
  private static final Set<String> LOW_MARKS =
      Set.of("n", "ni", "no", "b", "bi", "bar", "l", "neg", "low", "not");
  private static final Set<String> HIGH_MARKS = Set.of("p", "pi", "h", "pos", "high");

  static ResetNamePolarity of(String input) {
    boolean reset = false;
    ResetNamePolarity mark = UNMARKED;
    for (String word : BETWEEN_WORDS.split(input)) {
      String lower = word.toLowerCase(Locale.ROOT);
      Matcher matcher = RESET.matcher(lower);
      ResetNamePolarity said;
      if (matcher.matches()) {
        reset = true;
        said = LOW_BEFORE.contains(matcher.group("before")) ? LOW : ofMark(matcher.group("after"));
      } else {
        said = ofMark(NUMBER.matcher(lower).replaceFirst(""));
      }
      mark = mark == UNMARKED ? said : mark;
    }
    return reset ? mark : NONE;
  }

  private static ResetNamePolarity ofMark(String word) {
    return LOW_MARKS.contains(word) ? LOW : HIGH_MARKS.contains(word) ? HIGH : UNMARKED;
  }
}
