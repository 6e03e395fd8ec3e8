package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A set of semantic versions, written as terms that must all hold, separated by commas.
 *
 * <table>
 * <caption>Terms</caption>
 * <tr><th>Term</th><th>Admits</th></tr>
 * <tr><td>{@code 1.2.3}, {@code =1.2.3}</td><td>that version; numbers left out are 0</td></tr>
 * <tr><td>{@code ^1.2}</td><td>from there up to the next change of the first number that is not 0:
 *     {@code ^0.1} is 0.1.0 up to, not including, 0.2.0</td></tr>
 * <tr><td>{@code ~1.2.3}</td><td>from there, patches only; {@code ~1} any 1.x</td></tr>
 * <tr><td>{@code >=1}, {@code >1}, {@code <2}, {@code <=2}</td><td>by order</td></tr>
 * <tr><td>{@code *}</td><td>every version</td></tr>
 * </table>
 *
 * <p>The upper ends of {@code ^} and {@code ~} leave out pre-releases of the end as well: {@code
 * ^1.0} does not admit 2.0.0-beta. Immutable.
 */
public final class VersionRange {
  /** Admits every version. */
  public static final VersionRange ANY = new VersionRange("*", List.of());

  private enum Comparison {
    EQUAL,
    AT_LEAST,
    ABOVE,
    AT_MOST,
    BELOW
  }

  private record Bound(Comparison comparison, Version version) {
    boolean admits(Version candidate) {
      int order = candidate.compareTo(version);
      return switch (comparison) {
        case EQUAL -> order == 0;
        case AT_LEAST -> order >= 0;
        case ABOVE -> order > 0;
        case AT_MOST -> order <= 0;
        case BELOW -> order < 0;
      };
    }
  }

  private final String text;
  private final List<Bound> bounds;

  private VersionRange(String text, List<Bound> bounds) {
    this.text = text;
    this.bounds = List.copyOf(bounds);
  }

  /**
   * Reads a range.
   *
   * @param text for example {@code ^1.0} or {@code >=1.2, <3}
   * @return the range
   * @throws IllegalArgumentException if it is malformed; the message says which term
   */
  public static VersionRange of(String text) {
    List<Bound> bounds = new ArrayList<>();
    for (String term : Version.split(text, ',')) {
      addTerm(bounds, term.strip());
    }
    return new VersionRange(text.strip(), bounds);
  }

  /**
   * Says whether a version is in the range.
   *
   * @param version the version
   * @return whether all terms hold for it
   */
  public boolean admits(Version version) {
    for (Bound bound : bounds) {
      if (!bound.admits(version)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VersionRange that && bounds.equals(that.bounds);
  }

  @Override
  public int hashCode() {
    return bounds.hashCode();
  }

  /** {@return the range as it was written} */
  @Override
  public String toString() {
    return text;
  }

  private static void addTerm(List<Bound> bounds, String term) {
    if (term.equals("*")) {
      return;
    }
    if (term.startsWith("^")) {
      addUpTo(bounds, partial(term, 1), true);
    } else if (term.startsWith("~")) {
      addUpTo(bounds, partial(term, 1), false);
    } else if (term.startsWith(">=")) {
      bounds.add(new Bound(Comparison.AT_LEAST, partial(term, 2).lowest()));
    } else if (term.startsWith("<=")) {
      bounds.add(new Bound(Comparison.AT_MOST, partial(term, 2).lowest()));
    } else if (term.startsWith(">")) {
      bounds.add(new Bound(Comparison.ABOVE, partial(term, 1).lowest()));
    } else if (term.startsWith("<")) {
      bounds.add(new Bound(Comparison.BELOW, partial(term, 1).lowest()));
    } else {
      bounds.add(new Bound(Comparison.EQUAL, partial(term, term.startsWith("=") ? 1 : 0).lowest()));
    }
  }

  private static void addUpTo(List<Bound> bounds, Version.Partial from, boolean caret) {
    Version low = from.lowest();
    int kept; // how many leading numbers may not change
    if (!caret) {
      kept = Math.min(from.numbers(), 2);
    } else if (low.major() > 0 || from.numbers() == 1) {
      kept = 1;
    } else {
      kept = low.minor() > 0 || from.numbers() == 2 ? 2 : 3;
    }
    // "-0" is the lowest pre-release there is, so pre-releases of the end are out too.
    Version end =
        switch (kept) {
          case 1 -> new Version(low.major() + 1, 0, 0, "0");
          case 2 -> new Version(low.major(), low.minor() + 1, 0, "0");
          default -> new Version(low.major(), low.minor(), low.patch() + 1, "0");
        };
    bounds.add(new Bound(Comparison.AT_LEAST, low));
    bounds.add(new Bound(Comparison.BELOW, end));
  }

  private static Version.Partial partial(String term, int operator) {
    try {
      return Version.Partial.of(term.substring(operator).strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "\"%s\" is not a version range like ^1.0, ~1.2, >=1.0, <2 or 1.4.2",
              term),
          e);
    }
  }
}
