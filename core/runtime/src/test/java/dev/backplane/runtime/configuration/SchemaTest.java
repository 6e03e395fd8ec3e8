package dev.backplane.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that is published, the decoder and the documentation say the same. */
final class SchemaTest {
  private static final Path DOCS = Path.of("..", "..", "docs");
  private static final String SCHEMA = schema();
  private static final Schema CHECK =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(SCHEMA);

  private static String schema() {
    try (InputStream stream =
        Objects.requireNonNull(Backplane.class.getResourceAsStream("configuration.schema.json"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean schemaAccepts(String text) {
    return CHECK.validate(text, InputFormat.JSON).isEmpty();
  }

  private static boolean decoderAccepts(String text) {
    try {
      ConfigurationDecoder.decode("site.json", text);
      return true;
    } catch (BackplaneException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
      return false;
    }
  }

  @Test
  void theDocumentationHasTheSchemaThatIsShipped() throws IOException {
    assertThat(DOCS.resolve("configuration.schema.json")).hasContent(SCHEMA);
  }

  @Test
  void theExampleOfTheDocumentationIsAccepted() throws IOException {
    String page = Files.readString(DOCS.resolve("configuration.md"));
    Matcher example = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(example.find()).isTrue();
    assertThat(ConfigurationDecoder.decode("example", example.group(1)).plugins())
        .extracting(InstanceConfiguration::name)
        .containsExactly("card", "lab", "office", "board");
    assertThat(schemaAccepts(example.group(1))).isTrue();
  }

  @Test
  void theDocumentationNamesEveryKey() throws IOException {
    String page = Files.readString(DOCS.resolve("configuration.md"));
    for (String key :
        List.of(
            "plugins",
            "plugin_path",
            "module",
            "name",
            "config",
            "load_policy",
            "api_policy",
            "error_policy",
            "when",
            "device_types",
            "hosts",
            "required",
            "disable",
            "served_by",
            "load",
            "enumerate",
            "retries",
            "backoff_ms",
            "deadline_ms")) {
      assertThat(page).contains("`" + key + "`");
      assertThat(SCHEMA).contains("\"" + key + "\"");
    }
    FacetNames.names().forEach(name -> assertThat(page).contains("`" + name + "`"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'plugins': []}",
        "{'$schema': 'x', 'plugins': [{'module': 'm'}], 'plugin_path': []}",
        "{'plugins': [{'module': 'a.b-c_d'}, {'module': './x', 'name': 'x'}]}",
        "{'plugins': [{'module': 'm', 'config': {}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {}, 'api_policy': {}, 'error_policy': {}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'when': 'lazy', 'required': true}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'when': 'host', 'hosts': ['*']}}]}",
        "{'plugins': [{'module': 'm', 'api_policy': {'disable': ['Images', 'Kernels']}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'load': 'fail', 'backoff_ms': 0}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'deadline_ms': 3600000}}]}"
      })
  void bothAcceptGoodFiles(String text) {
    String json = text.replace('\'', '"');
    assertThat(schemaAccepts(json)).as("schema").isTrue();
    assertThat(decoderAccepts(json)).as("decoder").isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "7",
        "null",
        "{}",
        "{'plugins': {}}",
        "{'plugins': null}",
        "{'plugins': [7]}",
        "{'plugins': [{}]}",
        "{'plugins': [{'module': ''}]}",
        "{'plugins': [{'module': '  ', 'name': 'x'}]}",
        "{'plugins': [{'module': 7, 'name': 'x'}]}",
        "{'plugins': [{'module': 'a/b'}]}",
        "{'plugins': [{'module': 'm', 'name': 'a/b'}]}",
        "{'plugins': [{'module': 'm', 'name': '-'}]}",
        "{'plugins': [{'module': 'm', 'name': ''}]}",
        "{'plugins': [{'module': 'm', 'config': []}]}",
        "{'plugins': [{'module': 'm', 'config': null}]}",
        "{'plugins': [{'module': 'm', 'config': 'text'}]}",
        "{'plugins': [{'module': 'm', 'Config': {}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': 'lazy'}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'when': 'LAZY'}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'when': 'host'}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'when': 'host', 'hosts': []}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'hosts': ['h']}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'when': 'device_type'}}]}",
        "{'plugins': [{'module': 'm', 'load_policy':"
            + " {'when': 'device_type', 'device_types': ['FPGA']}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'device_types': ['fpga']}}]}",
        "{'plugins': [{'module': 'm', 'load_policy': {'required': 'yes'}}]}",
        "{'plugins': [{'module': 'm', 'api_policy': {'disable': ['Everything']}}]}",
        "{'plugins': [{'module': 'm', 'api_policy': {'disable': 'Images'}}]}",
        "{'plugins': [{'module': 'm', 'api_policy': {'served_by': {'Everything': 'x'}}}]}",
        "{'plugins': [{'module': 'm', 'api_policy': {'served_by': {'Memory': 7}}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'load': 'ignore'}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'enumerate': true}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'retries': 0}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'retries': 1.5}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'retries': '3'}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'backoff_ms': -1}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'deadline_ms': 0}}]}",
        "{'plugins': [{'module': 'm', 'error_policy': {'deadline_ms': 99999999999}}]}",
        "{'plugins': [], 'plugin_path': [7]}",
        "{'plugins': [], 'plugin_path': ['']}",
        "{'plugins': [], 'more': 1}"
      })
  void bothRefuseBadFiles(String text) {
    String json = text.replace('\'', '"');
    assertThat(schemaAccepts(json)).as("schema").isFalse();
    assertThat(decoderAccepts(json)).as("decoder").isFalse();
  }
}
