package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The schema of the configuration and the drivers of software cards know the same keys. */
class CardSchemaTest {
  private static final Path SCHEMA = Path.of("..", "docs", "configuration.schema.json");
  private static final Pattern THERE_ARE = Pattern.compile("unknown key; there are ([a-z_, ]+)");

  @TempDir Path folder;

  private Backplane open(String module, String config) throws IOException {
    Path file = folder.resolve("backplane.json");
    Files.writeString(
        file,
        "{\"plugins\": [{\"module\": \"%s\", \"load_policy\": {\"required\": true}, \"config\": %s}]}"
            .formatted(module, config.replace('\'', '"')));
    return Backplane.open(file);
  }

  private BackplaneException refusal(String module, String config) {
    return catchThrowableOfType(BackplaneException.class, () -> open(module, config).close());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "softcard | softcard        | {'zzz': 1}",
        "softcard | softcard_card   | {'cards': [{'zzz': 1}]}",
        "softcard | bank            | {'banks': [{'zzz': 1}]}",
        "softcard | board           | {'board': {'zzz': 1}}",
        "softcard | signature       | {'signature': {'zzz': 1}}",
        "opaecard | opaecard        | {'zzz': 1}",
        "opaecard | opaecard_card   | {'cards': [{'zzz': 1}]}",
        "opaecard | error_registers | {'errors': {'zzz': 1}}",
        "capi     | capi_cards      | {'zzz': 1}",
        "capi     | capi_card       | {'cards': [{'zzz': 1}]}",
        "capi     | afu             | {'afus': [{'zzz': 1}]}",
        "capi     | psl_faults      | {'faults': {'zzz': 1}}",
        "capi     | capi_system     | {'host': 'system', 'zzz': 1}"
      })
  void theSchemaHasTheKeysThatADriverReads(String module, String definition, String config)
      throws IOException {
    Matcher keys = THERE_ARE.matcher(String.valueOf(refusal(module, config).getMessage()));
    assertThat(keys.find()).as("the driver names its keys").isTrue();
    JsonNode schema = new ObjectMapper().readTree(Files.readString(SCHEMA));
    assertThat(new TreeSet<>(List.of(keys.group(1).strip().split(", "))))
        .containsExactlyElementsOf(
            new TreeSet<>(schema.at("/$defs/" + definition + "/properties").propertyNames()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"softcard", "opaecard", "capi"})
  void cardsOfAnyFamilyAreNamedAndCountedInOneWay(String module) {
    assertThat(refusal(module, "{'count': 2, 'cards': [{}]}"))
        .hasMessageContaining("config.count: contradicts 'cards'");
    assertThat(refusal(module, "{'cards': []}")).hasMessageContaining("at least one card");
    assertThat(refusal(module, "{'cards': [{'name': 'a/b'}]}"))
        .hasMessageContaining("'a/b' is not 1 to 64 letters, digits and ._:-");
    assertThat(refusal(module, "{'cards': [{'name': 'a'}, {'name': 'a'}]}").code())
        .isEqualTo(ErrorCode.DUPLICATE_NAME);
    assertThat(refusal(module, "{'count': 0}").code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
    assertThat(refusal(module, "{'count': 100000}").code())
        .isEqualTo(ErrorCode.CONFIGURATION_INVALID);
  }

  @Test
  void cardsOfAnyFamilyAreShownByTheirNames() throws IOException {
    for (String module : List.of("softcard", "opaecard", "capi")) {
      try (Backplane backplane =
          open(module, "{'cards': [{'name': 'left.1'}, {'name': 'right:2'}]}")) {
        assertThat(backplane.devices().tokens())
            .as(module)
            .extracting(each -> each.properties().name())
            .contains("left.1", "right:2");
      }
      try (Backplane backplane = open(module, "{'count': 2}")) {
        assertThat(backplane.devices().tokens())
            .as(module)
            .extracting(each -> each.properties().name())
            .contains("card0", "card1");
      }
    }
  }

  @Test
  void keysOfAllCardsHoldForACardWithoutItsOwn() {
    assertThat(
            refusal(
                "opaecard",
                "{'image': 'none.gbs', 'cards': [{'afu': 'dev.backplane.opae.card.Nlb0'},"
                    + " {}]}"))
        .hasMessageContaining("none.gbs");
    assertThat(refusal("capi", "{'afus': [{'afu': 'none.Such'}], 'count': 2}"))
        .hasMessageContaining("class none.Such is not on the class path of the program");
    assertThat(refusal("capi", "{'flash': 'card.flash', 'count': 2}"))
        .hasMessageContaining("is the flash of two cards; write {card}");
  }
}
