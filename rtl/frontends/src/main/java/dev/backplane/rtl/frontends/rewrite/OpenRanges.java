package dev.backplane.rtl.frontends.rewrite;

import java.util.List;

/**
 * Closes the ranges of {@code inside} that end at {@code $}: with all bits set, or none, which are
 * numbers without sign, so that the comparison with them holds for every value.
 */
public final class OpenRanges {
  private OpenRanges() {}

  /** {@return the text without such ends; those of {@code case inside} are left} */
  public static String rewrite(String source) {
    if (!source.contains("inside")) {
      return source;
    }
    List<Tokens.Token> tokens = Tokens.of(source);
    Edits edits = new Edits(source);
    for (int at = 0; at + 1 < tokens.size(); at++) {
      if (tokens.get(at).isWord() && tokens.get(at).is("inside") && tokens.get(at + 1).is("{")) {
        int close = Tokens.closing(tokens, at + 1);
        for (int inner = at + 2; inner < close; inner++) {
          Tokens.Token token = tokens.get(inner);
          if (token.is("$")) {
            boolean low = tokens.get(inner - 1).is("[");
            edits.replace(token.start(), token.end(), low ? "'0" : "'1");
          }
        }
      }
    }
    return edits.apply();
  }
}
