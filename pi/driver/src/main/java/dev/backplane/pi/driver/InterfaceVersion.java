package dev.backplane.pi.driver;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the plugin interface. Compared by its numbers: as texts, which plugins compare, 9.11
 * would be newer than 15.49.
 */
record InterfaceVersion(int major, int minor) implements Comparable<InterfaceVersion> {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})");

  private static final Comparator<InterfaceVersion> ORDER =
      Comparator.comparingInt(InterfaceVersion::major).thenComparingInt(InterfaceVersion::minor);

  static Optional<InterfaceVersion> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new InterfaceVersion(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(InterfaceVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
