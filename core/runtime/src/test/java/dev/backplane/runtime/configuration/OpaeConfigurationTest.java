package dev.backplane.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OpaeConfigurationTest {
  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  private void present(String address, String... ids) {
    List<String> files = List.of("vendor", "device", "subsystem_vendor", "subsystem_device");
    for (int i = 0; i < ids.length; i++) {
      new Site(folder).write("pci/" + address + "/" + files.get(i), ids[i] + "\n");
    }
  }

  private List<InstanceConfiguration> decode(String text, Map<String, String> variables) {
    Environment environment = new Site(folder, variables).environment();
    return ConfigurationDecoder.decode("/site/opae.cfg", text, environment, notes::add).plugins();
  }

  private List<InstanceConfiguration> decode(String text) {
    return decode(text, Map.of());
  }

  private static String plugin(String enabled, String module, String devices, String json) {
    return """
    {"enabled": %s, "module": "%s", "devices": [%s], "configuration": %s}
    """
        .formatted(enabled, module, devices, json);
  }

  private static String card(String id, String... plugins) {
    return """
    {"configs": ["card"],
     "configurations": {
       "unused": {"enabled": true},
       "card": {
         "enabled": true, "platform": "Card",
         "devices": [{"name": "pf", "id": %s}, {"name": "vf", "id": ["1", "2", "*", "*"]}],
         "opae": {"plugin": [%s], "fpgainfo": [], "rsu": [{"enabled": true}]}}},
     "common_rsu_sequences": []}
    """
        .formatted(id, String.join(",", plugins));
  }

  @Test
  void pluginsOfDevicesThatAreThereAreInstances() {
    present("0000:3b:00.0", "0x8086", "0xbcce", "0x8086", "0x1770");
    List<InstanceConfiguration> plugins =
        decode(
            card(
                "['0x8086', '48334', '*', '0x1770']".replace('\'', '"'),
                plugin("true", "libxfpga.so", "\"vf\", \"pf\"", "{ \"a\" : [1,  2] }"),
                plugin("true", "libxfpga.so", "\"pf\"", "{\"second\": true}"),
                plugin("true", "/opt/x/libv.so.2", "\"pf\"", "{}"),
                plugin("true", "libvf.so", "\"vf\"", "{}"),
                plugin("true", "libnone.so", "", "{}"),
                plugin("false", "liboff.so", "\"pf\"", "{}")));
    assertThat(plugins)
        .extracting(
            InstanceConfiguration::name,
            InstanceConfiguration::module,
            InstanceConfiguration::config)
        .containsExactly(
            tuple(
                "card-libxfpga",
                "opae",
                "{\"library\": \"libxfpga.so\", \"config\": { \"a\" : [1,  2] }}"),
            tuple("card-libv", "opae", "{\"library\": \"/opt/x/libv.so.2\", \"config\": {}}"));
    String rows = "/site/opae.cfg: configurations.card.opae.plugin";
    assertThat(notes)
        .containsExactly(
            rows + "[1]: an entry before it loads libxfpga.so",
            rows + "[3]: this machine has none of its devices",
            rows + "[4]: this machine has none of its devices",
            rows + "[5] is not enabled");
  }

  @ParameterizedTest
  @CsvSource({
    "0x8086 0xbcce 0x8086 0x1770, true",
    "0x8086 0xbcce * *, true",
    "* * * *, true",
    "0x8086 * 0xffff 0xFFFF, true",
    "32902 0xBCCE * 6000, true",
    "0x8086 0xbcce * 0x1771, false",
    "0x8086 0xbcce 0x8087 *, false",
    "0x8086 0xbccd * *, false",
    "0x8087 0xbcce * *, false"
  })
  void aDeviceIsComparedNumberByNumber(String pattern, boolean isPresent) {
    present("0000:00:00.0", "nonsense", "0x1", "0x2", "0x3");
    present("0000:00:01.0", "0x1");
    present("0000:3b:00.0", "0x8086", "0xbcce", "0x8086", "0x1770");
    String id = "[\"" + pattern.replace(" ", "\", \"") + "\"]";
    assertThat(decode(card(id, plugin("true", "libx.so", "\"pf\"", "{}"))))
        .hasSize(isPresent ? 1 : 0);
  }

  @Test
  void withTheSimulatorItsDevicesAreThereAndNoOthers() {
    present("0000:3b:00.0", "0x1", "0x2", "0x3", "0x4");
    String text =
        card(
            "[\"0x8086\", \"0x0a5e\", \"*\", \"0x0a5f\"]",
            plugin("true", "libase.so", "\"pf\"", "{}"),
            plugin("true", "libv.so", "\"vf\"", "{}"));
    assertThat(decode(text, Map.of("WITH_ASE", "1")))
        .extracting(InstanceConfiguration::name)
        .containsExactly("card-libase");
    assertThat(decode(text)).extracting(InstanceConfiguration::name).containsExactly("card-libv");
  }

  @Test
  void theOldFormNamesPluginsAndAsksForNoDevice() {
    assertThat(
            decode(
                """
                {"plugins": ["two words", "off", "b"],
                 "configurations": {
                   "b": {"enabled": true, "plugin": "libx.so", "configuration": {"n": 1}},
                   "off": {"plugin": "liboff.so", "configuration": {}},
                   "two words": {"enabled": true, "plugin": "p/libx.so", "configuration": {}}}}
                """))
        .extracting(
            InstanceConfiguration::name, InstanceConfiguration::path, InstanceConfiguration::config)
        .containsExactly(
            tuple(
                "two-words",
                "configurations.\"two words\"",
                "{\"library\": \"/site/p/libx.so\", \"config\": {}}"),
            tuple("b", "configurations.b", "{\"library\": \"libx.so\", \"config\": {\"n\": 1}}"));
  }

  @Test
  void aConfigurationThatIsNotEnabledIsNotLookedAt() {
    String text = "{\"configs\": [\"a\"], \"configurations\": {\"a\": {\"devices\": 7}}}";
    assertThat(decode(text)).isEmpty();
    assertThat(notes).containsExactly("/site/opae.cfg: configurations.a is not enabled");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'configs': []} the key 'configurations' is missing",
        "{'configurations': {}} the key 'configs' is missing",
        "{'configs': 7, 'configurations': {}} configs: must be an array",
        "{'configs': [7], 'configurations': {}} configs[0]: must be a string",
        "{'configs': ['a'], 'configurations': {'b': {}}} configs[0]: 'configurations' has no 'a'",
        "{'configs': ['a'], 'configurations': []} configurations: must be an object",
        "{'configs': ['a'], 'configurations': {'a': 7}} configurations.a: must be an object",
        "{'configs': ['a'], 'configurations': {'a': {'enabled': 'yes'}}} must be true or false",
        "{'configs': ['a'], 'configurations': {'a': {'enabled': true}}} 'devices' is missing",
        "{'plugins': [{}], 'configurations': {}} plugins[0]: must be a string",
        "{'plugins': ['a'], 'configurations': {'a': {'enabled': true}}} 'plugin' is missing"
      })
  void refusesAMalformedConfigurationWithThePathOfTheMistake(String textAndProblem) {
    int end = textAndProblem.lastIndexOf('}') + 2;
    refuses(
        textAndProblem.substring(0, end).replace('\'', '"'), textAndProblem.substring(end).strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | devices[0].id: must have four strings",
        "[\"1\", \"2\", \"3\"] | devices[0].id: must have four strings",
        "[\"1\", \"2\", \"3\", 4] | devices[0].id[3]: must be a string",
        "[\"1\", \"2\", \"3\", \"-1\"] | devices[0].id[3]: must be * or a number",
        "[\"1\", \"2\", \"0x10000\", \"4\"] | devices[0].id[2]: must be * or a number",
        "[\"99999\", \"2\", \"3\", \"4\"] | devices[0].id[0]: must be * or a number",
        "[\"1\", \"**\", \"3\", \"4\"] | devices[0].id[1]: must be * or a number"
      })
  void idsAreFourNumbersOrWildcards(String id, String problem) {
    refuses(card(id), "configurations.card." + problem);
  }

  @Test
  void allProblemsOfPluginsAreTold() {
    BackplaneException error =
        refuses(
            card(
                "[\"1\", \"2\", \"*\", \"*\"]",
                "7",
                "{\"enabled\": true}",
                plugin("true", "x\\u0000.so", "\"pf\"", "{}"),
                plugin("true", "x.so", "\"fp\", 7", "[]")),
            "plugin[0]: must be an object");
    assertThat(error)
        .hasMessageContaining("plugin[1]: the key 'module' is missing")
        .hasMessageContaining("plugin[2].module: must not contain the character NUL")
        .hasMessageContaining("plugin[3].devices[0]: there is no device 'fp'; there are [")
        .hasMessageContaining("plugin[3].devices[1]: must be a string")
        .hasMessageContaining("plugin[3].configuration: must be an object");
  }

  private BackplaneException refuses(String text, String problem) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, () -> decode(text));
    assertThat(error).as(text).isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
    assertThat(error).hasMessageContaining(problem).hasMessageContaining("/site/opae.cfg");
    return error;
  }

  @Test
  void namesOfLibrariesAreNotNamesOfDrivers() {
    assertThat(List.of("libopae-net-proxy", "proxy.so", "/opt/proxy.so.2.1", "libx.so"))
        .allMatch(OpaePlugin::isLibrary);
    assertThat(List.of("softcard", "opae", "lib", "lib/board.jar", "libx.jar", "x.sober"))
        .noneMatch(OpaePlugin::isLibrary);
  }

  @Test
  void aLibraryIsLookedForWithTheDriverOfPluginsInC() {
    Site site = new Site(folder);
    String entry = "{\"module\": \"libproxy\", \"error_policy\": {\"load\": \"skip\"}}";
    try (Backplane backplane = site.plugins(entry).open()) {
      assertThat(backplane.plugins()).hasSize(1);
      // Whether that driver is on the class path depends on who runs the tests.
      assertThat(backplane.plugins().getFirst().toString())
          .containsAnyOf("libproxy.so", "and no 'opae', which would load it as a library");
    }
  }

  @Test
  void textInJsonIsQuoted() {
    present("0000:3b:00.0", "1", "2", "3", "4");
    assertThat(
            decode(
                card(
                    "[\"5\",\"5\",\"5\",\"5\"]",
                    plugin("true", "a\\\"\\\\\\n.so", "\"vf\"", "{}"))))
        .extracting(InstanceConfiguration::config)
        .containsExactly("{\"library\": \"a\\\"\\\\\\n.so\", \"config\": {}}");
  }
}
