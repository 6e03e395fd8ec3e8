package dev.backplane.runtime.selector;

import dev.backplane.api.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads selectors.
 *
 * <pre>
 * selector   := term { ";" term }
 * term       := [ "!" ] ( backend [ "@" host ] ":" device { "," device } | id | properties )
 * backend    := "*" | instance | module
 * device     := ( type | number [ "." number [ "." number ] ] ) [ "[" property { "," property } "]" ]
 * id         := instance "/" key
 * properties := property { "," property } { "|" property { "," property } }
 * property   := key "=" value
 * </pre>
 *
 * <p>A number may be {@code *}; below {@code *} only {@code *} stands. What comes first of colon,
 * slash and equals sign says which kind a term is, so whatever the oneAPI grammar accepts is read
 * as that grammar says.
 */
final class SelectorParser {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";
  private static final String KEY = "[A-Za-z0-9._:-]+";
  private static final String WORD = "[a-z][a-z0-9-]*";
  private static final int MOST_LEVELS = 3;
  private static final int MOST_DIGITS = 9;

  private SelectorParser() {}

  static List<Term> parse(String text) {
    Excerpt whole = new Excerpt(text, 0, text.length());
    if (text.isBlank()) {
      throw whole.refused("the selector is empty", "Leave it out, or write '*:*' for everything");
    }
    Splitter.check(whole);
    List<Term> terms = new ArrayList<>();
    Term discard = null;
    for (Excerpt element : Splitter.split(whole, ';')) {
      Excerpt part = element.strip();
      if (part.words().isEmpty()) {
        continue;
      }
      Term term = term(part);
      if (term.discard()) {
        discard = discard == null ? term : discard;
      } else if (discard != null) {
        throw discard
            .excerpt()
            .refused(
                discard + " discards before " + term + " chooses",
                "Write all terms with '!' behind all others");
      }
      terms.add(term);
    }
    if (terms.isEmpty()) {
      throw whole.refused("the selector has no term", "Write '*:*' for everything");
    }
    return List.copyOf(terms);
  }

  private static Term term(Excerpt part) {
    boolean discard = part.words().startsWith("!");
    Excerpt body = discard ? part.part(part.from() + 1, part.to()) : part;
    if (body.words().isEmpty()) {
      throw part.refused("nothing stands behind '!'", "Write what to discard: !*:gpu");
    }
    if (discard && body.words().startsWith("!")) {
      throw body.part(body.from(), body.from() + 1)
          .refused("a term is discarded by one '!'", "Take the second one out");
    }
    int mark = Splitter.find(body, ":/=");
    char kind = mark < 0 ? ' ' : body.text().charAt(mark);
    Term.Subject subject =
        switch (kind) {
          case ':' -> devices(body, mark);
          case '/' -> id(body, mark);
          case '=' -> properties(body);
          default -> throw alone(body);
        };
    return new Term(part, discard, subject);
  }

  /**
   * {@return the error for a term of one word, which may mean a backend, a family of devices or a
   * number}
   */
  private static RuntimeException alone(Excerpt body) {
    String words = body.words().toLowerCase(Locale.ROOT);
    if (DevicePattern.KNOWN_TYPES.contains(words) || words.matches("[0-9]+(\\.[0-9]+)*")) {
      return body.refused(
          body + " does not say which backend",
          "Write '*:" + words + "' for that of every backend");
    }
    return body.refused(
        body + " does not say which devices",
        "Write '" + body.words() + ":*' for all devices of a backend, or an id such as card/card0");
  }

  private static Term.Subject devices(Excerpt body, int colon) {
    Excerpt before = body.part(body.from(), colon);
    Excerpt after = body.part(colon + 1, body.to());
    if (before.words().isEmpty()) {
      throw body.part(colon, colon + 1)
          .refused(
              "the backend in front of ':' is missing", "Write '*:" + after.words() + "' for any");
    }
    if (after.words().isBlank()) {
      throw body.part(colon, colon + 1)
          .refused(
              "the devices behind ':' are missing", "Write '" + before.words() + ":*' for all");
    }
    int second = Splitter.find(after, ":");
    if (second >= 0) {
      throw after
          .part(second, second + 1)
          .refused(
              "a term has one ':'",
              "Write '" + before.words() + ":" + suggestion(after, second) + "'");
    }
    int at = Splitter.find(before, "@");
    Excerpt backend = at < 0 ? before : before.part(before.from(), at);
    String host = at < 0 ? Filter.ANY_HOST : host(before.part(at, before.to()));
    if (!backend.words().equals("*") && !backend.words().matches(NAME)) {
      throw blank(backend)
          .refused(
              "a backend is '*' or the name of a plugin instance or module",
              "'backplane plugins' shows the names there are");
    }
    List<DevicePattern> patterns = new ArrayList<>();
    for (Excerpt element : Splitter.split(after, ',')) {
      Excerpt device = element.strip();
      if (!device.words().isEmpty()) {
        patterns.add(device(device, host));
      }
    }
    if (patterns.isEmpty()) {
      throw after.refused("no device is named", "Write '" + before.words() + ":*' for all");
    }
    return new Term.Devices(backend, host, List.copyOf(patterns));
  }

  /**
   * {@return the part to write behind the first ':' in place of one with a second ':'} Other tools
   * print {@code backend:type:number}, of which the number is used here.
   */
  private static String suggestion(Excerpt after, int second) {
    String last = after.text().substring(second + 1, after.to());
    return last.matches("[0-9]+") ? last : after.part(after.from(), second).words();
  }

  private static String host(Excerpt part) {
    Excerpt name = part.part(part.from() + 1, part.to());
    String host = Splitter.unquote(name);
    if (host.isBlank()) {
      throw part.refused("the host behind '@' is missing", "Write for example opencl@host1:gpu");
    }
    return host;
  }

  private static DevicePattern device(Excerpt part, String host) {
    int bracket = Splitter.find(part, "[");
    Excerpt which = bracket < 0 ? part : part.part(part.from(), bracket);
    Filter base = Filter.any().onHost(host);
    PropertyTerms properties =
        bracket < 0 ? PropertyTerms.of(base) : bracketed(part.part(bracket, part.to()), base);
    if (which.words().isEmpty()) {
      throw part.refused("no device stands in front of '['", "Write '*" + part.words() + "'");
    }
    List<Excerpt> levels = Splitter.split(which, '.');
    String first = levels.getFirst().words().toLowerCase(Locale.ROOT);
    if (first.matches(WORD)) {
      if (levels.size() > 1) {
        throw which.refused(
            "parts of devices are numbered below a number or '*', not below " + levels.getFirst(),
            "Write '*.*' for all parts of all devices");
      }
      return new DevicePattern(part, first, List.of(), properties, bracket < 0);
    }
    if (levels.size() > MOST_LEVELS) {
      throw which.refused(
          "there are two levels of parts at most", "Write at most NUMBER.NUMBER.NUMBER");
    }
    return new DevicePattern(part, null, numbers(which, levels), properties, bracket < 0);
  }

  private static List<Integer> numbers(Excerpt which, List<Excerpt> levels) {
    List<Integer> numbers = new ArrayList<>();
    Excerpt wildcard = null;
    for (Excerpt level : levels) {
      int number = number(which, level);
      if (number == DevicePattern.ANY) {
        wildcard = level;
      } else if (wildcard != null) {
        throw level.refused("below '*' only '*' can stand", "Write '*', or a number before it");
      }
      numbers.add(number);
    }
    return List.copyOf(numbers);
  }

  private static int number(Excerpt which, Excerpt level) {
    String words = level.words();
    if (words.equals("*")) {
      return DevicePattern.ANY;
    }
    if (words.matches("[0-9]{1," + MOST_DIGITS + "}")) {
      return Integer.parseInt(words);
    }
    if (words.isEmpty()) {
      throw which.refused("a number is missing at '.'", "Write for example 0.1");
    }
    if (words.matches("[0-9]+")) {
      throw level.refused(
          level + " is too large for the number of a device",
          "Devices of a backend are numbered from 0; 'backplane list' shows the numbers there are");
    }
    if (words.matches("[-+][0-9]+")) {
      throw level.refused(
          level + " has a sign", "Devices of a backend are numbered from 0, without a sign");
    }
    if (level.from() > which.from()) {
      throw blank(level)
          .refused(
              level + " stands behind '.', where the number of a part or '*' has to be",
              "Write '"
                  + which.text().substring(0, level.from() - 1)
                  + ".*' for all parts, or the family alone: "
                  + (words.matches(WORD) ? words : "gpu"));
    }
    throw blank(level)
        .refused(
            level + " is neither a number nor '*' nor a family of devices",
            "Numbers are digits only, from 0; families are words such as gpu");
  }

  private static PropertyTerms bracketed(Excerpt part, Filter base) {
    int end = part.words().lastIndexOf(']') + part.from();
    if (end != part.to() - 1) {
      throw part.part(end + 1, part.to()).refused("more follows behind ']'", "Write ',' between");
    }
    return PropertyParser.parse(part.part(part.from() + 1, end), base, false);
  }

  private static Term.Subject id(Excerpt body, int slash) {
    String instance = body.text().substring(body.from(), slash);
    Excerpt key = body.part(slash + 1, body.to());
    if (!instance.matches(NAME) || !key.words().matches(KEY)) {
      throw blank(body)
          .refused(
              body + " is not an id, which is written INSTANCE/KEY",
              "'backplane list' shows the ids there are");
    }
    return new Term.Id(instance, body.words());
  }

  private static Term.Subject properties(Excerpt body) {
    List<PropertyTerms> alternatives = new ArrayList<>();
    for (Excerpt alternative : Splitter.split(body, '|')) {
      alternatives.add(PropertyParser.parse(alternative, Filter.any(), true));
    }
    return new Term.Properties(List.copyOf(alternatives));
  }

  /** The first blank in a part that should have none, which is hard to see, or else the part. */
  private static Excerpt blank(Excerpt part) {
    @Nullable Excerpt found = null;
    for (int i = part.from(); i < part.to() && found == null; i++) {
      if (Character.isWhitespace(part.text().charAt(i))) {
        found = part.part(i, i + 1);
      }
    }
    if (found != null) {
      throw found.refused("a blank stands inside " + part, "Take it out");
    }
    return part;
  }
}
