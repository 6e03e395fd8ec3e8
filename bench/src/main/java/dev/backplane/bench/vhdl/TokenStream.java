package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Token.Kind;
import dev.backplane.rtl.base.RtlException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words in order, with a look ahead. */
final class TokenStream {
  private final List<Token> tokens;
  private int at;

  TokenStream(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token peek() {
    return tokens.get(at);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  Place place() {
    return peek().place();
  }

  boolean at(String keywordOrSymbol) {
    return peek().is(keywordOrSymbol);
  }

  boolean atAny(String... words) {
    for (String word : words) {
      if (at(word)) {
        return true;
      }
    }
    return false;
  }

  boolean atName() {
    return peek().kind() == Kind.NAME;
  }

  Token next() {
    Token token = peek();
    if (at < tokens.size() - 1) {
      at++;
    }
    return token;
  }

  boolean accept(String keywordOrSymbol) {
    if (at(keywordOrSymbol)) {
      next();
      return true;
    }
    return false;
  }

  Token expect(String keywordOrSymbol) {
    if (!at(keywordOrSymbol)) {
      throw unexpected("'" + keywordOrSymbol + "'");
    }
    return next();
  }

  String name() {
    if (!atName()) {
      throw unexpected("a name");
    }
    return next().text();
  }

  @Nullable String optionalName() {
    return atName() ? next().text() : null;
  }

  RtlException unexpected(String wanted) {
    Token before = at == 0 ? peek() : tokens.get(at - 1);
    String after = at == 0 ? "" : " after '" + before.spelled() + "'";
    String hint =
        peek().kind() == Kind.KEYWORD && wanted.equals("a name")
            ? " ('" + peek().spelled() + "' is a keyword)"
            : "";
    // What is forgotten at the end of a line is missing there, not where the next line begins.
    Place place =
        wanted.equals("';'") && peek().place().line() > before.place().line()
            ? new Place(
                before.place().file(),
                before.place().line(),
                before.place().column() + before.spelled().length())
            : place();
    return Refusal.invalid(
        place, "expected " + wanted + after + ", found '" + peek().spelled() + "'" + hint);
  }
}
