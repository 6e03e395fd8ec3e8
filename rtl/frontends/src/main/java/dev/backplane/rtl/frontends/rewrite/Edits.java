package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Changes of a text that keep the numbers of its lines. */
final class Edits {
  private record Edit(int start, int end, String text) {}

  private final String source;
  private final List<Edit> edits = new ArrayList<>();

  Edits(String source) {
    this.source = source;
  }

  /** Replaces a part; the lines that it ended end behind the new text. */
  void replace(int start, int end, String text) {
    edits.add(new Edit(start, end, text + source.substring(start, end).replaceAll("[^\\n]", "")));
  }

  /** Inserts a text without line ends. */
  void insert(int at, String text) {
    edits.add(new Edit(at, at, text));
  }

  String text(Tokens.Token first, Tokens.Token last) {
    return source.substring(first.start(), last.end());
  }

  /** The text of tokens, on one line and without comments. */
  static String plain(List<Tokens.Token> tokens) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      Tokens.Token token = tokens.get(i);
      boolean apart =
          i > 0 && (tokens.get(i - 1).end() < token.start() || tokens.get(i - 1).is("\\"));
      boolean string = token.kind() == Tokens.Kind.STRING;
      text.append(apart ? " " : "")
          .append(string ? token.text() : token.text().replaceAll("\\s+", " "));
      if (token.text().startsWith("\\")) {
        text.append(' ');
      }
    }
    return text.toString();
  }

  /** The changed text. */
  String apply() {
    if (edits.isEmpty()) {
      return source;
    }
    edits.sort(Comparator.comparingInt(Edit::start));
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (Edit edit : edits) {
      if (edit.start() < copied) {
        throw new IllegalStateException("two changes of one text");
      }
      text.append(source, copied, edit.start()).append(edit.text());
      copied = edit.end();
    }
    return text.append(source, copied, source.length()).toString();
  }
}
