package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The words of a file list: separated by blanks, without comments, with quotes around those that
 * have blanks in them, and with the values of variables of the environment.
 */
final class SourceListWords {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:\\{(\\w+)}|\\((\\w+)\\)|([A-Za-z_]\\w*))");

  private final String text;
  private final String file;
  private final Map<String, String> environment;
  private final List<Word> words = new ArrayList<>();
  private int at;
  private int line = 1;

  /**
   * A word.
   *
   * @param text what it says
   * @param place the file and the line where it is
   */
  record Word(String text, String place) {}

  private SourceListWords(String text, String file, Map<String, String> environment) {
    this.text = text;
    this.file = file;
    this.environment = environment;
  }

  static List<Word> of(String text, String file, Map<String, String> environment) {
    SourceListWords list = new SourceListWords(text, file, environment);
    list.read();
    return list.words;
  }

  private void read() {
    // Editors of some systems begin a text in UTF-8 with a mark.
    at = text.startsWith("\ufeff") ? 1 : 0;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        step();
      } else if (text.startsWith("//", at) || text.charAt(at) == '#') {
        skipTo(text.indexOf('\n', at));
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw error(place(), "a comment has no end");
        }
        skipTo(end + 2);
      } else {
        word();
      }
    }
  }

  private void step() {
    line += text.charAt(at++) == '\n' ? 1 : 0;
  }

  private void skipTo(int end) {
    while (at < (end < 0 ? text.length() : end)) {
      step();
    }
  }

  private void word() {
    String place = place();
    StringBuilder word = new StringBuilder();
    boolean isQuoted = false;
    while (at < text.length() && (isQuoted || !Character.isWhitespace(text.charAt(at)))) {
      char letter = text.charAt(at);
      if (letter == '"') {
        isQuoted = !isQuoted;
      } else {
        if (letter == '\\' && at + 1 < text.length()) {
          step();
        }
        word.append(text.charAt(at));
      }
      step();
    }
    if (isQuoted) {
      throw error(place, "a quotation mark has no other");
    }
    words.add(new Word(valued(word.toString(), place), place));
  }

  private String valued(String word, String place) {
    return VARIABLE
        .matcher(word)
        .replaceAll(
            found -> {
              String name = name(found.group(1), found.group(2), found.group(3));
              String value = environment.get(name);
              if (value == null) {
                throw error(place, "the environment has no variable " + name);
              }
              return Matcher.quoteReplacement(value);
            });
  }

  private static String name(@Nullable String... groups) {
    for (String group : groups) {
      if (group != null) {
        return group;
      }
    }
    return "";
  }

  private String place() {
    return file + ":" + line;
  }

  static RtlException error(String place, String problem) {
    return new RtlException(
        RtlError.SOURCE_INVALID,
        place
            + ": "
            + problem
            + ". File lists hold names of files, +incdir+, +define+, +libext+, -I, -D, -f, -F, -v"
            + " and -y");
  }
}
