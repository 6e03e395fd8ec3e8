package dev.backplane.bench.vhdl;

/**
 * A word of the language.
 *
 * @param kind what it is
 * @param text its text: names and keywords in lower case, strings without quotes, bit strings as
 *     their bits
 * @param spelled as the source has it
 * @param place where it begins
 */
record Token(Kind kind, String text, String spelled, Place place) {
  enum Kind {
    NAME,
    KEYWORD,
    INTEGER,
    REAL,
    CHARACTER,
    STRING,
    BITS,
    SYMBOL,
    END
  }

  boolean is(String keywordOrSymbol) {
    return (kind == Kind.KEYWORD || kind == Kind.SYMBOL) && text.equals(keywordOrSymbol);
  }
}
