package dev.backplane.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.json.JsonValue.JsonBoolean;
import dev.backplane.json.JsonValue.JsonNull;
import dev.backplane.json.JsonValue.JsonNumber;
import dev.backplane.json.JsonValue.JsonObject;
import dev.backplane.json.JsonValue.JsonString;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {
  private static final String TEXT =
      """
      {"a": [1, 2.50, "x\\n"],
       "b": {"c" : true , "d": null}}
      """;

  @Test
  void everyValueKnowsWhereItBegins() {
    JsonValue value = JsonText.read(TEXT);
    assertThat(value.place()).isEqualTo(Place.BEGIN);
    assertThat(value.get("a").elements())
        .containsExactly(
            new JsonNumber(new Place(1, 8), "1"),
            new JsonNumber(new Place(1, 11), "2.50"),
            new JsonString(new Place(1, 17), "x\n"));
    assertThat(value.get("b").get("c")).isEqualTo(new JsonBoolean(new Place(2, 14), true));
    assertThat(value.get("b").get("d")).isEqualTo(new JsonNull(new Place(2, 26)));
  }

  @Test
  void placesOfAPartAreThoseOfTheWhole() {
    JsonValue value = JsonText.read(TEXT, new Place(10, 5));
    assertThat(value.get("a").place()).isEqualTo(new Place(10, 11));
    assertThat(value.get("b").place()).isEqualTo(new Place(11, 7));
  }

  @Test
  void anObjectHasItsTextAsItIsWritten() {
    assertThat(JsonText.read(TEXT).get("b"))
        .isInstanceOfSatisfying(
            JsonObject.class,
            object -> assertThat(object.source()).isEqualTo("{\"c\" : true , \"d\": null}"));
  }

  @Test
  void whatIsNotThereIsNull() {
    JsonValue value = JsonText.read("[1]");
    assertThat(value.get("a").get("b")).isInstanceOf(JsonNull.class);
    assertThat(value.members()).isEmpty();
    assertThat(value.elements().getFirst().elements()).isEmpty();
    assertThat(value.text()).isEmpty();
  }

  @Test
  void numbersAreExactAndBounded() {
    assertThat(JsonText.read("12345678901234567890.5").number())
        .contains(new BigDecimal("12345678901234567890.5"));
    assertThat(JsonText.read("\"7\"").number()).contains(BigDecimal.valueOf(7));
    assertThat(JsonText.read("1e999999999").number()).isEmpty();
    assertThat(JsonText.read("\"seven\"").number()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; line 1, column 1: it is empty",
        "{\"a\": 1, \"a\": 2}; the key \"a\" is written twice",
        "[1] 2; line 1, column 5: more text follows after the end of the value",
        "{\"a\": ; line 1, column 6",
        "[1,]; line 1",
        "nul; line 1",
      })
  void saysWhereATextStopsToBeJson(String text, String message) {
    assertThatThrownBy(() -> JsonText.read(text))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessageContaining(message);
  }

  @Test
  void valuesThatAreTooDeepAreRefused() {
    assertThatThrownBy(() -> JsonText.read("[".repeat(100_000)))
        .isInstanceOf(JsonSyntaxException.class)
        .hasMessageContaining("100");
  }

  @Test
  void whatIsWrittenTokenByTokenReadsBack() {
    String text =
        JsonText.indented(
            json -> {
              json.writeStartObject();
              json.writeStringProperty("quote \"", "line\nfeed");
              json.writeEndObject();
            });
    assertThat(text).isEqualTo("{\n  \"quote \\\"\" : \"line\\nfeed\"\n}\n");
    assertThat(JsonText.read(text).get("quote \"").text()).contains("line\nfeed");
    assertThat(JsonText.quoted("a\"b")).isEqualTo("\"a\\\"b\"");
  }
}
