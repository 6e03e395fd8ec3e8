package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The page of drivers has the keys that drivers read, with the ranges of the JSON schema. */
class DriversPageTest {
  private static final Pattern THERE_ARE = Pattern.compile("unknown key; there are ([a-z_, ]+)");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.*?) \\| .*\\|$");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "softcard | softcard             | {'zzz': 1}",
        "softcard | A bank               | {'banks': [{'zzz': 1}]}",
        "softcard | The board            | {'board': {'zzz': 1}}",
        "softcard | The signature        | {'signature': {'zzz': 1}}",
        "opaecard | opaecard             | {'zzz': 1}",
        "opaecard | Error registers      | {'errors': {'zzz': 1}}",
        "capi     | capi                 | {'zzz': 1}",
        "capi     | An AFU               | {'afus': [{'zzz': 1}]}",
        "capi     | Faults of a PSL      | {'faults': {'zzz': 1}}",
        "capi     | Cards of the machine | {'host': 'system', 'zzz': 1}",
        "xrt      | xrt                  | {'zzz': 1}",
        "opencl   | opencl               | {'zzz': 1}",
        "pi       | pi                   | {'library': 'none.so', 'zzz': 1}",
        "opae     | opae                 | {'library': 'none.so', 'zzz': 1}"
      })
  void theTableOfASectionHasTheKeysThatTheDriverReads(String module, String section, String config)
      throws IOException {
    assertThat(rows(section).keySet()).isEqualTo(keys(module, config));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"softcard | name", "opaecard | address,name", "capi | name"})
  void aCardHasTheKeysOfAllCardsAndItsOwn(String module, String own) throws IOException {
    Set<String> keys = new TreeSet<>(rows(module).keySet());
    keys.removeAll(Set.of("cards", "count"));
    if (module.equals("capi")) {
      keys.removeAll(Set.of("host", "platform")); // of the system that the cards are in
    }
    keys.addAll(Set.of(own.split(",")));
    assertThat(keys(module, "{'cards': [{'zzz': 1}]}")).isEqualTo(keys);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "softcard        | softcard",
        "bank            | A bank",
        "board           | The board",
        "opaecard        | opaecard",
        "error_registers | Error registers",
        "capi_cards      | capi",
        "afu             | An AFU",
        "psl_faults      | Faults of a PSL"
      })
  void valuesOfAKeyAreThoseOfTheSchema(String definition, String section) throws IOException {
    JsonNode definitions =
        new ObjectMapper()
            .readTree(Files.readString(Checkout.ROOT.resolve("docs/configuration.schema.json")))
            .get("$defs");
    Map<String, String> rows = rows(section);
    definitions
        .get(definition)
        .get("properties")
        .forEachEntry(
            (key, value) -> {
              JsonNode schema =
                  value.has("$ref")
                      ? definitions.get(value.get("$ref").stringValue().replace("#/$defs/", ""))
                      : value;
              words(schema).forEach(word -> assertThat(rows.get(key)).as(key).contains(word));
            });
  }

  /** The words of a schema that the page has to have too: a range, or the words to choose from. */
  private static Stream<String> words(JsonNode schema) {
    if (schema.has("enum")) {
      return schema.get("enum").valueStream().map(each -> "`" + each.asString() + "`");
    }
    if (schema.has("minimum") && schema.has("maximum")) {
      return Stream.of(schema.get("minimum") + " to " + schema.get("maximum"));
    }
    return schema.path("type").asString("").equals("boolean") ? Stream.of("flag") : Stream.of();
  }

  private Set<String> keys(String module, String config) throws IOException {
    Path file = folder.resolve("backplane.json");
    Files.writeString(
        file,
        "{\"plugins\": [{\"module\": \"%s\", \"load_policy\": {\"required\": true}, \"config\": %s}]}"
            .formatted(module, config.replace('\'', '"')));
    BackplaneException refusal =
        catchThrowableOfType(BackplaneException.class, () -> Backplane.open(file).close());
    Matcher keys = THERE_ARE.matcher(String.valueOf(refusal.getMessage()));
    assertThat(keys.find()).as(refusal.getMessage()).isTrue();
    return new TreeSet<>(Set.of(keys.group(1).strip().split(", ")));
  }

  /** The keys of the table of a section, each with its values. */
  private static Map<String, String> rows(String section) {
    String page = Checkout.read(Checkout.ROOT.resolve("docs/drivers.md"));
    return Stream.of(page.split("(?m)^#{2,3} "))
        .filter(text -> text.startsWith(section + "\n"))
        .flatMap(text -> ROW.matcher(text).results())
        .collect(
            Collectors.toMap(
                row -> row.group(1), row -> row.group(2), (one, _) -> one, LinkedHashMap::new));
  }
}
