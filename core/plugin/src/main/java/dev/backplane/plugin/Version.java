package dev.backplane.plugin;

import java.util.ArrayList;
import java.util.List;

/**
 * A semantic version: {@code major.minor.patch}, optionally {@code -pre.release} and {@code
 * +build}. Minor and patch may be left out and are 0 then. Ordered as semantic versioning 2.0.0
 * section 11 says; the build part is kept out of order and equality.
 *
 * @param major incompatible changes
 * @param minor compatible additions
 * @param patch compatible repairs
 * @param preRelease the dot-separated identifiers after the hyphen; empty for a release
 */
public record Version(int major, int minor, int patch, String preRelease)
    implements Comparable<Version> {

  /**
   * Checks what the text form could not hold.
   *
   * @throws IllegalArgumentException if a number is negative or an identifier malformed
   */
  public Version {
    if (major < 0 || minor < 0 || patch < 0) {
      throw new IllegalArgumentException("a version has no negative parts");
    }
    if (!preRelease.isEmpty()) {
      for (String identifier : split(preRelease, '.')) {
        if (!isIdentifier(identifier)) {
          throw new IllegalArgumentException(
              "\"" + preRelease + "\" is not a pre-release, like beta.2");
        }
      }
    }
  }

  /**
   * Reads a version.
   *
   * @param text for example {@code 1.4.0}, {@code 1.4} or {@code 2.0.0-beta.2+linux}
   * @return the version
   * @throws IllegalArgumentException if it is malformed; the message says so
   */
  public static Version of(String text) {
    return Partial.of(text).lowest();
  }

  /** {@return whether this version is a pre-release} */
  public boolean isPreRelease() {
    return !preRelease.isEmpty();
  }

  @Override
  public int compareTo(Version other) {
    int order = Integer.compare(major, other.major);
    if (order == 0) {
      order = Integer.compare(minor, other.minor);
    }
    if (order == 0) {
      order = Integer.compare(patch, other.patch);
    }
    if (order != 0 || preRelease.equals(other.preRelease)) {
      return order;
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return preRelease.isEmpty() ? 1 : -1;
    }
    return comparePreReleases(split(preRelease, '.'), split(other.preRelease, '.'));
  }

  @Override
  public String toString() {
    String numbers = major + "." + minor + "." + patch;
    return preRelease.isEmpty() ? numbers : numbers + "-" + preRelease;
  }

  private static int comparePreReleases(List<String> left, List<String> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = compareIdentifiers(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int compareIdentifiers(String left, String right) {
    boolean leftIsNumber = isNumber(left);
    boolean rightIsNumber = isNumber(right);
    if (leftIsNumber && rightIsNumber) {
      // No leading zeros are allowed, so more digits is more, however many there are.
      int order = Integer.compare(left.length(), right.length());
      return order != 0 ? order : left.compareTo(right);
    }
    if (leftIsNumber != rightIsNumber) {
      return leftIsNumber ? -1 : 1;
    }
    return left.compareTo(right);
  }

  private static boolean isIdentifier(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!(isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-')) {
        return false;
      }
    }
    return !text.isEmpty() && !(isNumber(text) && text.length() > 1 && text.charAt(0) == '0');
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  // By hand: String.split would pull in regular expressions, or drop empty parts at the end.
  static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, start)) {
      parts.add(text.substring(start, at));
      start = at + 1;
    }
    parts.add(text.substring(start));
    return parts;
  }

  /** A version as written, which remembers how many numbers there were: ranges need to know. */
  record Partial(Version lowest, int numbers) {
    static Partial of(String text) {
      String rest = text;
      int plus = rest.indexOf('+');
      if (plus >= 0) {
        for (String identifier : split(rest.substring(plus + 1), '.')) {
          if (identifier.isEmpty() || !isIdentifier("x" + identifier)) {
            throw malformed(text);
          }
        }
        rest = rest.substring(0, plus);
      }
      String preRelease = "";
      int hyphen = rest.indexOf('-');
      if (hyphen >= 0) {
        preRelease = rest.substring(hyphen + 1);
        rest = rest.substring(0, hyphen);
        if (preRelease.isEmpty()) {
          throw malformed(text);
        }
      }
      List<String> parts = split(rest, '.');
      if (parts.size() > 3 || (hyphen >= 0 && parts.size() < 3)) {
        throw malformed(text);
      }
      int[] numbers = new int[3];
      for (int i = 0; i < parts.size(); i++) {
        String part = parts.get(i);
        // Nine digits always fit an int.
        if (!isNumber(part) || !isIdentifier(part) || part.length() > 9) {
          throw malformed(text);
        }
        numbers[i] = Integer.parseInt(part);
      }
      return new Partial(new Version(numbers[0], numbers[1], numbers[2], preRelease), parts.size());
    }

    private static IllegalArgumentException malformed(String text) {
      return new IllegalArgumentException("\"" + text + "\" is not a version like 1.4.0");
    }
  }
}
