package dev.backplane.runtime.selector;

import java.util.ArrayList;
import java.util.List;

/** Cuts selectors at separators that stand neither in quotation marks nor in brackets. */
final class Splitter {
  private Splitter() {}

  /** {@return the parts between separators, empty ones included} */
  static List<Excerpt> split(Excerpt part, char separator) {
    List<Excerpt> parts = new ArrayList<>();
    int begin = part.from();
    int at = find(part, String.valueOf(separator));
    while (at >= 0) {
      parts.add(part.part(begin, at));
      begin = at + 1;
      at = find(part.part(begin, part.to()), String.valueOf(separator));
    }
    parts.add(part.part(begin, part.to()));
    return parts;
  }

  /** {@return where the first of some characters stands, or -1} */
  static int find(Excerpt part, String characters) {
    int depth = 0;
    int quote = -1;
    for (int i = part.from(); i < part.to(); i++) {
      char c = part.text().charAt(i);
      if (c == '"') {
        quote = quote < 0 ? i : -1;
      } else if (quote < 0) {
        if (depth == 0 && characters.indexOf(c) >= 0) {
          return i;
        }
        depth += c == '[' ? 1 : c == ']' && depth > 0 ? -1 : 0;
      }
    }
    return -1;
  }

  /** Refuses quotation marks and brackets that are not closed, or not opened. */
  static void check(Excerpt whole) {
    int bracket = -1;
    int quote = -1;
    for (int i = whole.from(); i < whole.to(); i++) {
      char c = whole.text().charAt(i);
      if (c == '"') {
        quote = quote < 0 ? i : -1;
      } else if (quote < 0 && c == '[') {
        if (bracket >= 0) {
          throw whole.part(i, i + 1).refused("brackets inside brackets", "Quote the value");
        }
        bracket = i;
      } else if (quote < 0 && c == ']') {
        if (bracket < 0) {
          throw whole.part(i, i + 1).refused("nothing opened this bracket", "Take it out");
        }
        bracket = -1;
      }
    }
    if (quote >= 0) {
      throw whole
          .part(quote, quote + 1)
          .refused("nothing closes this quotation mark", "Write \" behind the value");
    }
    if (bracket >= 0) {
      throw whole
          .part(bracket, bracket + 1)
          .refused("nothing closes this bracket", "Write ] behind the properties");
    }
  }

  /** {@return the words without quotation marks around them} */
  static String unquote(Excerpt part) {
    String words = part.words();
    if (words.indexOf('"') < 0) {
      return words;
    }
    if (words.length() > 1
        && words.indexOf('"') == 0
        && words.indexOf('"', 1) == words.length() - 1) {
      return words.substring(1, words.length() - 1);
    }
    throw part.refused("quotation marks stand around a whole value", "Quote all of " + part);
  }
}
