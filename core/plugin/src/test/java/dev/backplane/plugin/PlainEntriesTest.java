package dev.backplane.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read without the parser of all TOML is what that parser gives, places included. */
class PlainEntriesTest {
  private static final String PLAIN =
      """
      # Two plugins.
      [[plugins]] # the first
      name = "mac"
      version="1.2.3"
        api_version\t=\t"^1.0"
      Count-2 = 17
      zero = 0
      use = true
      not_used = false
      symbols = ["Mac", "Mac.SUM",
        # and
        "Été",
      ]
      nothing = []

      [[plugins]]
      [[plugins]]
      name = "a # b ] = , "
      """;

  private static byte[] bytes(List<MetaTable> tables) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    MetaTableForm.write(tables, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static boolean isPlain(String text) throws IOException {
    List<MetaTable> plain = PlainEntries.read(text, "f", "p");
    if (plain != null) {
      assertThat(bytes(plain)).as(text).isEqualTo(bytes(TomlEntries.read(text, "f", "p")));
    }
    return plain != null;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PLAIN,
        "[[plugins]]",
        "\r\n \t[[plugins]]\r\na = 1\r\n# end",
        "[[plugins]]\nempty = \"\"",
        "[[plugins]]\na = 999999999999999999",
      })
  void entriesOfPlainValuesAreRead(String text) throws IOException {
    assertThat(isPlain(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a = 1",
        "[plugins]",
        "[[plugins]",
        "[[plugins]]x",
        "[[plugins]]\n[other]",
        "[[plugins]]\na",
        "[[plugins]]\na = ",
        "[[plugins]]\na.b = 1",
        "[[plugins]]\n\"a\" = 1",
        "[[plugins]]\na = 1\na = 1",
        "[[plugins]]\na = 1 b = 2",
        "[[plugins]]\na = \"\\n\"",
        "[[plugins]]\na = \"open",
        "[[plugins]]\na = \"\"\"b\"\"\"",
        "[[plugins]]\na = 'b'",
        "[[plugins]]\na = \"\ud83d\ude00\"",
        "[[plugins]]\na = \"\u0007\"",
        "[[plugins]]\na = 1 # \0",
        "[[plugins]]\na = 1\r",
        "[[plugins]]\na = 01",
        "[[plugins]]\na = 1000000000000000000",
        "[[plugins]]\na = -1",
        "[[plugins]]\na = 0x1",
        "[[plugins]]\na = 1.5",
        "[[plugins]]\na = 1979-05-27",
        "[[plugins]]\na = truest",
        "[[plugins]]\na = {}",
        "[[plugins]]\na = [1]",
        "[[plugins]]\na = [[]]",
        "[[plugins]]\na = [,]",
        "[[plugins]]\na = [\"b\" \"c\"]",
        "[[plugins]]\na = [\"b\"",
        "[[plugins]]\na = [\"b\",",
      })
  void leavesEntriesThatAreNotPlainToTheParser(String text) throws IOException {
    assertThat(isPlain(text)).isFalse();
  }

  @Test
  void agreesWithTheParserOnRandomlyChangedFiles() throws IOException {
    String alphabet = "[]\"'#=,.\\ \t\r\n\0a1-_tf\u00e9\u007f\ufeff";
    Random random = new Random(20);
    int plain = 0;
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder(PLAIN);
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        int at = random.nextInt(text.length());
        char other = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.deleteCharAt(at);
          case 1 -> text.insert(at, other);
          default -> text.setCharAt(at, other);
        }
      }
      plain += isPlain(text.toString()) ? 1 : 0;
    }
    assertThat(plain).isBetween(500, 2500);
  }
}
