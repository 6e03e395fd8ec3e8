package dev.backplane.plugin.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;

/** The reader against the TOML 1.0 text, and against another implementation of it. */
class TomlReaderTest {
  static List<String> valid() throws IOException {
    try (InputStream stream = TomlReaderTest.class.getResourceAsStream("valid.txt")) {
      String all =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      List<String> documents = new ArrayList<>(List.of("", "a = 1\r\nb = 2\r\n"));
      for (String document : all.split("-----\n")) {
        documents.add(document);
      }
      return documents;
    }
  }

  @ParameterizedTest
  @MethodSource("valid")
  void whatIsTomlIsReadAsTheOtherReaderDoes(String text) {
    TomlParseResult theirs = Toml.parse(text);
    assertThat(theirs.errors()).isEmpty();
    assertThat(plain(TomlReader.read(text)).toString()).isEqualTo(plain(theirs).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`a`                            | 1:2  | expected '=' after the key, found the end of the"
            + " file",
        "`a = `                         | 1:5  | expected a value, found the end of the file",
        "`a = \nb = 1`                  | 1:5  | expected a value, found the end of the line",
        "`= 1`                          | 1:1  | expected a key, found '='",
        "`a = 1 b = 2`                  | 1:7  | expected the end of the line, found 'b'",
        "`a = 1\na = 2`                 | 2:1  | a is already defined at line 1, column 1",
        "`a = 1\na.b = 2`               | 2:1  | a is already defined",
        "`a.b = 1\na = 2`               | 2:1  | a is already defined",
        "`[a]\n[a]`                     | 2:2  | a is already defined at line 1, column 1",
        "`[a]\n[[a]]`                   | 2:3  | a is already defined",
        "`[[a]]\n[a]`                   | 2:2  | a is already defined",
        "`a = []\n[[a]]`                | 2:3  | a is already defined",
        "`a = [{}]\n[a.b]`              | 2:2  | a is already defined",
        "`a = {}\n[a.b]`                | 2:2  | a is already defined",
        "`a = {x = 1}\na.y = 2`         | 2:1  | a is already defined",
        "`a.b = 1\n[a]`                 | 2:2  | a is already defined",
        "`[a.b]\n[a]\nb.c = 1`          | 3:1  | b is already defined",
        "`[a.b.c]\n[a]\nb.c.t = 1`      | 3:1  | b is already defined",
        "`a = {x = 1, x = 2}`           | 1:13 | x is already defined",
        "`a = {x = 1,}`                 | 1:12 | expected a key",
        "`a = {x = 1\n"
            + "}`                | 1:11 | expected ',' or '}' after the value, found the end",
        "`a = [1 2]`                    | 1:8  | expected ',' or ']'",
        "`a = [1,\n2`                   | 2:2  | expected ',' or ']'",
        "`[a`                           | 1:3  | expected ']'",
        "`[[a]`                         | 1:5  | expected ']'",
        "`[[a] ]`                       | 1:5  | expected ']'",
        "`[]`                           | 1:2  | expected a key",
        "`[a.]`                         | 1:4  | expected a key",
        "`a..b = 1`                     | 1:3  | expected a key",
        "`ä = 1`                        | 1:1  | expected a key, found 'ä'",
        "`a = \"open`                   | 1:5  | no closing \" on its line",
        "`a = 'open\n'`                 | 1:5  | no closing ' on its line",
        "`a = \"\"\"open\n`             | 1:5  | no closing \"\"\"",
        "`a = \"\"\"\"\"\"\"\"\"`       | 1:8  | too many quotes",
        "`a = \"\\x41\"`                | 1:6  | no such escape",
        "`a = \"\\ud800\"`              | 1:6  | no Unicode character",
        "`a = \"\\U00110000\"`          | 1:6  | no Unicode character",
        "`a = \"\\u12g4\"`              | 1:6  | expected 4 hexadecimal digits",
        "`a = 01`                       | 1:5  | 01 is no number",
        "`a = 1__0`                     | 1:5  | is no number",
        "`a = 1_`                       | 1:5  | is no number",
        "`a = .5`                       | 1:5  | is no number",
        "`a = 5.`                       | 1:5  | is no number",
        "`a = 1e`                       | 1:5  | is no number",
        "`a = 1.e5`                     | 1:5  | is no number",
        "`a = +0x1`                     | 1:5  | is no number",
        "`a = 0b2`                      | 1:5  | is no number",
        "`a = 0x`                       | 1:5  | is no number",
        "`a = 9223372036854775808`      | 1:5  | is no number",
        "`a = yes`                      | 1:5  | strings are written \"in quotes\"",
        "`a = True`                     | 1:5  | is no number",
        "`a = 1979-13-01`               | 1:5  | is no number",
        "`a = 1979-05-27T07:32`         | 1:5  | is no number",
        "`a = 25:00:00`                 | 1:5  | is no number",
      })
  void whatIsNotTomlIsRefusedWithItsPlace(String text, String place, String message) {
    TomlException error = catchThrowableOfType(TomlException.class, () -> TomlReader.read(text));
    assertThat(error).as(text).isNotNull();
    assertThat(error).hasMessageContaining(message);
    assertThat(error.line() + ":" + error.column()).isEqualTo(place);
    assertThat(theyRefuse(text)).isTrue();
  }

  private static boolean theyRefuse(String text) {
    try {
      return Toml.parse(text).hasErrors();
    } catch (AssertionError e) {
      return true; // what they do with a surrogate
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a = \"\u0001\"", "a = '\u007f'", "# \u0000", "a = 1 # \r x", "a = 1\r"})
  void controlCharactersAreRefused(String text) {
    assertThat(catchThrowableOfType(TomlException.class, () -> TomlReader.read(text))).isNotNull();
  }

  @Test
  void nestingWithoutEndAndLargeFilesDoNoHarm() {
    for (String attack :
        List.of(
            "a = " + "[".repeat(500_000), "a = " + "{a=".repeat(300_000), "[".repeat(500_000))) {
      assertThat(catchThrowableOfType(TomlException.class, () -> TomlReader.read(attack)))
          .isNotNull();
    }
    String deepKey = "a.".repeat(200_000) + "b = 1";
    assertThat(TomlReader.read(deepKey).keys()).containsExactly("a");
    String oneLine = "a = [" + "1,".repeat(400_000) + "]";
    assertThat((List<?>) content(TomlReader.read(oneLine), "a")).hasSize(400_000);
  }

  /** Documents put together at random from pieces that are often right. */
  @Test
  void onDocumentsMadeAtRandomBothReadersAgree() {
    String[] pieces = {
      "a",
      "b",
      "c",
      "a.b",
      "a . c",
      "'d'",
      "\"e f\"",
      " = ",
      "=",
      "1",
      "-2",
      "3.5",
      "true",
      "\"x\"",
      "'y'",
      "\n",
      "\n",
      "\n",
      "[a]\n",
      "[b]\n",
      "[a.b]\n",
      "[[l]]\n",
      "[[a.l]]\n",
      "[l.x]\n",
      "[",
      "]",
      "{",
      "}",
      ",",
      " ",
      "# c\n",
      "[1, 2]",
      "{ b = 1, c.d = 'z' }",
      "a = 1\n",
      "b.c = [ ]\n",
      "c = {}\n",
      "1979-05-27",
      "0x1F",
      "1_0",
      "\"\"\"m\nn\"\"\"",
      "\\",
      "inf",
    };
    int good = 0;
    for (int seed = 0; seed < 30_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        if (random.nextBoolean()) {
          text.append(pieces[random.nextInt(7)])
              .append(" = ")
              .append(pieces[9 + random.nextInt(6)])
              .append('\n');
        } else {
          text.append(pieces[random.nextInt(pieces.length)]);
        }
      }
      String document = text.toString();
      TomlParseResult theirs = Toml.parse(document);
      String ours;
      try {
        ours = plain(TomlReader.read(document)).toString();
      } catch (TomlException e) {
        ours = null;
      }
      assertThat(ours)
          .as("seed %s, theirs %s:%n%s", seed, theirs.errors(), document)
          .isEqualTo(theirs.hasErrors() ? null : plain(theirs).toString());
      good += ours == null ? 0 : 1;
    }
    assertThat(good).isGreaterThan(1_000);
  }

  private static @Nullable Object content(TomlTable table, String key) {
    TomlValue value = table.get(key);
    return value == null ? null : value.content();
  }

  private static Object plain(Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    List<Object> list = new ArrayList<>();
    switch (value) {
      case TomlTable table -> {
        // Both in order of keys: theirs do not keep the written order.
        for (String key : table.keys().stream().sorted().toList()) {
          map.put(key, plain(Objects.requireNonNull(content(table, key))));
        }
        return map;
      }
      case org.tomlj.TomlTable table -> {
        for (String key : table.keySet().stream().sorted().toList()) {
          map.put(key, plain(Objects.requireNonNull(table.get(List.of(key)))));
        }
        return map;
      }
      case TomlArray array -> {
        for (int i = 0; i < array.size(); i++) {
          list.add(plain(array.get(i)));
        }
        return list;
      }
      case List<?> elements -> {
        elements.forEach(element -> list.add(plain(((TomlValue) element).content())));
        return list;
      }
      case String text -> {
        return '"' + text + '"';
      }
      default -> {
        return value.getClass().getSimpleName() + ' ' + value;
      }
    }
  }
}
