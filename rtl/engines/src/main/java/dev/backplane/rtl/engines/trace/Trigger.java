package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.engines.Pin;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The start condition of a recording. */
public sealed interface Trigger {
  /** Triggers without parameters. */
  enum Event implements Trigger {
    /** The start of the window itself. */
    START,
    /** The first fault: a violated rule, an access outside memory, or lack of progress. */
    VIOLATION
  }

  /**
   * The first cycle in which pins have given values.
   *
   * @param terms the comparisons, all of which must be true
   */
  record Condition(List<Term> terms) implements Trigger {
    /** Copies the list. */
    public Condition {
      terms = List.copyOf(terms);
    }
  }

  /** A relation between a pin's value and a number. */
  enum Relation {
    /** The values are equal. */
    EQUAL("=="),
    /** The values differ. */
    DIFFERENT("!="),
    /** The pin's unsigned value is larger. */
    ABOVE(">"),
    /** The pin's unsigned value is smaller. */
    BELOW("<");

    private final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    boolean holds(int comparison) {
      return switch (this) {
        case EQUAL -> comparison == 0;
        case DIFFERENT -> comparison != 0;
        case ABOVE -> comparison > 0;
        case BELOW -> comparison < 0;
      };
    }
  }

  /**
   * A comparison.
   *
   * @param pin the name of the pin, regardless of case
   * @param relation the relation
   * @param value the number
   */
  record Term(String pin, Relation relation, BigInteger value) {}

  /**
   * Parses a trigger: {@code violation}, or comparisons of pins with numbers, joined by {@code &&}:
   * {@code m_axi_gmem_arvalid==1 && m_axi_gmem_arlen>0x0f}. A pin without a comparison means that
   * it is not 0.
   *
   * @param text the text
   * @return the trigger
   * @throws IllegalArgumentException if the text is not a trigger
   */
  static Trigger parse(String text) {
    if (text.strip().toLowerCase(Locale.ROOT).equals("violation")) {
      return Event.VIOLATION;
    }
    Pattern pattern =
        Pattern.compile("([^\\s=!<>&]+)\\s*(?:(==|!=|>|<)\\s*(0[xX][0-9a-fA-F]+|[0-9]+))?");
    List<Term> terms = new ArrayList<>();
    for (String part : text.split("&&", -1)) {
      Matcher matcher = pattern.matcher(part.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' is no trigger: write violation, or a pin and a number such as"
                + " m_axi_gmem_arvalid==1, several joined by &&");
      }
      terms.add(
          matcher.group(2) == null
              ? new Term(matcher.group(1), Relation.DIFFERENT, BigInteger.ZERO)
              : new Term(matcher.group(1), relation(matcher.group(2)), number(matcher.group(3))));
    }
    return new Condition(terms);
  }

  private static Relation relation(String sign) {
    for (Relation each : Relation.values()) {
      if (each.sign.equals(sign)) {
        return each;
      }
    }
    throw new IllegalArgumentException(sign);
  }

  private static BigInteger number(String text) {
    return text.regionMatches(true, 0, "0x", 0, 2)
        ? new BigInteger(text.substring(2), 16)
        : new BigInteger(text);
  }

  /**
   * Binds the condition to the pins of an engine; never true for a trigger without a condition on
   * pins.
   */
  default BooleanSupplier bind(List<Pin> pins) {
    return switch (this) {
      case Event _ -> () -> false;
      case Condition(List<Term> terms) -> {
        List<BooleanSupplier> all = terms.stream().map(term -> holds(term, pins)).toList();
        yield () -> all.stream().allMatch(BooleanSupplier::getAsBoolean);
      }
    };
  }

  private static BooleanSupplier holds(Term term, List<Pin> pins) {
    Pin pin =
        pins.stream()
            .filter(each -> each.port().name().equalsIgnoreCase(term.pin()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no pin is called '"
                            + term.pin()
                            + "'; there are "
                            + pins.stream().map(each -> each.port().name()).toList()));
    int words = WaveSink.words(pin.port().width());
    long[] value = new long[Math.max(words, WaveSink.words(term.value().bitLength()))];
    for (int i = 0; i < value.length; i++) {
      value[i] = term.value().shiftRight(i * Long.SIZE).longValue();
    }
    return () -> term.relation().holds(compare(pin, words, value));
  }

  private static int compare(Pin pin, int words, long[] value) {
    for (int i = value.length - 1; i >= 0; i--) {
      int order = Long.compareUnsigned(i < words ? pin.word(i) : 0, value[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
