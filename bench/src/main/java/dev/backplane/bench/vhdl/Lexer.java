package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Token.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a source into words. */
final class Lexer {
  private static final Set<String> KEYWORDS =
      Set.of(
          ("abs access after alias all and architecture array assert attribute begin block body"
               + " buffer bus case component configuration constant disconnect downto else elsif"
               + " end entity exit file for function generate generic group guarded if impure in"
               + " inertial inout is label library linkage literal loop map mod nand new next nor"
               + " not null of on open or others out package port postponed procedure process"
               + " protected pure range record register reject rem report return rol ror select"
               + " severity shared signal sla sll sra srl subtype then to transport type unaffected"
               + " units until use variable wait when while with xnor xor")
              .split(" "));

  private static final Pattern WORD =
      Pattern.compile(
          "(?<name>[\\p{L}][\\p{L}\\p{N}_]*)"
              + "|(?<extended>\\\\(?:[^\\\\\n]|\\\\\\\\)*\\\\)"
              + "|(?<based>[0-9][0-9_]*#[0-9a-fA-F_.]+#(?:[eE][+-]?[0-9]+)?)"
              + "|(?<number>[0-9][0-9_]*(?:\\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)"
              + "|(?<string>\"(?:[^\"\n]|\"\")*\")"
              + "|(?<symbol>\\?/=|\\?<=|\\?>=|<<|>>|\\?\\?|\\?=|\\?<|\\?>|=>|\\*\\*|:=|/=|>=|<=|<>"
              + "|[-&()*+,./:;<=>|\\[\\]?@'])");

  private static final Pattern BITS =
      Pattern.compile("(?i)(?<length>[0-9]*)(?<base>[us]?[box]|d)\"(?<digits>[^\"\n]*)\"");

  private static final Pattern OFF =
      Pattern.compile("(?i)--\\s*(?:synthesis|synopsys|pragma)\\s+translate_off");
  private static final Pattern ON =
      Pattern.compile("(?i)--\\s*(?:synthesis|synopsys|pragma)\\s+translate_on");

  private final String file;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int line = 1;
  private int lineStart;
  private int at;

  Lexer(String file, String text) {
    this.file = file;
    this.text = text;
  }

  List<Token> tokens() {
    Matcher word = WORD.matcher(text);
    Matcher bits = BITS.matcher(text);
    while (skip()) {
      Place place = place();
      if (bits.region(at, text.length()).lookingAt()) {
        add(Kind.BITS, bits(bits, place), bits.group(), place);
      } else if (text.charAt(at) == '\'' && isCharacter()) {
        String spelled = text.substring(at, at + 3);
        add(Kind.CHARACTER, spelled.substring(1, 2), spelled, place);
      } else if (word.region(at, text.length()).lookingAt()) {
        add(word, place);
      } else {
        throw Refusal.invalid(place, "the character '" + text.charAt(at) + "' begins no word");
      }
    }
    tokens.add(new Token(Kind.END, "end of file", "end of file", place()));
    return tokens;
  }

  private Place place() {
    return new Place(file, line, at - lineStart + 1);
  }

  private void add(Kind kind, String value, String spelled, Place place) {
    tokens.add(new Token(kind, value, spelled, place));
    at += spelled.length();
  }

  private void add(Matcher word, Place place) {
    String spelled = word.group();
    if (word.group("name") != null) {
      String lower = spelled.toLowerCase(Locale.ROOT);
      add(KEYWORDS.contains(lower) ? Kind.KEYWORD : Kind.NAME, lower, spelled, place);
    } else if (word.group("extended") != null) {
      add(Kind.NAME, spelled, spelled, place);
    } else if (word.group("based") != null) {
      add(Kind.INTEGER, based(spelled, place), spelled, place);
    } else if (word.group("number") != null) {
      String digits = spelled.replace("_", "");
      if (digits.contains(".")) {
        add(Kind.REAL, digits, spelled, place);
      } else {
        add(Kind.INTEGER, new BigDecimal(digits).toBigInteger().toString(), spelled, place);
      }
    } else if (word.group("string") != null) {
      String inside = spelled.substring(1, spelled.length() - 1).replace("\"\"", "\"");
      add(Kind.STRING, inside, spelled, place);
    } else {
      add(Kind.SYMBOL, spelled, spelled, place);
    }
  }

  /** Skips blanks and comments; tells whether something follows. */
  private boolean skip() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        at++;
        line++;
        lineStart = at;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("--", at)) {
        comment();
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw Refusal.invalid(place(), "the comment that begins here does not end");
        }
        for (; at < end + 2; at++) {
          if (text.charAt(at) == '\n') {
            line++;
            lineStart = at + 1;
          }
        }
      } else {
        return true;
      }
    }
    return false;
  }

  /** A comment to the end of its line, or what it keeps from synthesis. */
  private void comment() {
    int end = text.indexOf('\n', at);
    end = end < 0 ? text.length() : end;
    if (OFF.matcher(text).region(at, end).lookingAt()) {
      Matcher on = ON.matcher(text).region(end, text.length());
      int next = on.find() ? on.start() : text.length();
      for (; at < next; at++) {
        if (text.charAt(at) == '\n') {
          line++;
          lineStart = at + 1;
        }
      }
      return;
    }
    at = end;
  }

  /** A quote is a character's, unless what stands before it may have an attribute. */
  private boolean isCharacter() {
    if (at + 2 >= text.length() || text.charAt(at + 2) != '\'') {
      return false;
    }
    Token before = tokens.isEmpty() ? null : tokens.getLast();
    return before == null
        || !(before.kind() == Kind.NAME
            || before.is(")")
            || before.is("]")
            || before.is("all")
            || before.kind() == Kind.STRING);
  }

  private static String based(String spelled, Place place) {
    String[] parts = spelled.replace("_", "").split("#", -1);
    int base = Integer.parseInt(parts[0]);
    try {
      BigInteger value = new BigInteger(parts[1], base);
      int exponent = parts[2].isEmpty() ? 0 : Integer.parseInt(parts[2].substring(1));
      return value.multiply(BigInteger.valueOf(base).pow(exponent)).toString();
    } catch (NumberFormatException | ArithmeticException e) {
      throw Refusal.invalid(place, spelled + " is no number of the base " + base);
    }
  }

  private static String bits(Matcher bits, Place place) {
    String base = bits.group("base").toLowerCase(Locale.ROOT);
    String digits = bits.group("digits").replace("_", "");
    StringBuilder made = new StringBuilder();
    if (base.equals("d")) {
      made.append(digits.isEmpty() ? "" : new BigInteger(digits).toString(2));
    }
    int each = base.endsWith("x") ? 4 : base.endsWith("o") ? 3 : 1;
    for (int i = 0; i < digits.length() && !base.equals("d"); i++) {
      int digit = Character.digit(digits.charAt(i), 1 << each);
      if (digit < 0) {
        made.repeat(digits.charAt(i), each);
      } else {
        String binary = Integer.toBinaryString(digit);
        made.repeat('0', each - binary.length()).append(binary);
      }
    }
    if (bits.group("length").isEmpty()) {
      return made.toString();
    }
    int length = Integer.parseInt(bits.group("length"));
    char fill = base.startsWith("s") && !made.isEmpty() ? made.charAt(0) : '0';
    if (made.length() < length) {
      return String.valueOf(fill).repeat(length - made.length()) + made;
    }
    String cut = made.substring(0, made.length() - length);
    char expected = base.startsWith("s") && length > 0 ? made.charAt(made.length() - length) : '0';
    if (cut.chars().anyMatch(c -> c != expected)) {
      throw Refusal.invalid(place, bits.group() + " has more digits than fit " + length + " bits");
    }
    return made.substring(made.length() - length);
  }
}
