package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.ConfigurationSource.Kind;
import dev.backplane.runtime.ConfigurationSource.Outcome;
import dev.backplane.runtime.ConfigurationSource.Place;
import dev.backplane.xrt.door.Scheduling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A device process gets its configuration from a file and from the options of exec. */
class DeviceConfigurationTest {
  @TempDir private Path folder;

  private ConfigurationSource file(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("site.json"), json.replace('\'', '"'));
    return Backplane.builder().configuration(file).checkConfiguration();
  }

  private static DeviceConfiguration derived(ConfigurationSource source, String... options) {
    HostCardOptions card = new HostCardOptions();
    CommandSpec parser = CommandSpec.create();
    card.addTo(parser);
    new CommandLine(parser).parseArgs(options);
    return card.in(DeviceConfiguration.of(source, card.device().isPresent()));
  }

  @Test
  void theCardSchedulesAsItsConfigurationSaysAndAnOptionComesFirst() throws IOException {
    ConfigurationSource ert =
        file("{'plugins': [{'module': 'softcard', 'config': {'mode': 'ert'}}]}");
    assertThat(derived(ert).scheduling()).isEqualTo(Scheduling.ERT);
    assertThat(derived(ert, "--ert").scheduling()).isEqualTo(Scheduling.ERT);
    DeviceConfiguration host = derived(ert, "--host-scheduler");
    assertThat(host.scheduling()).isEqualTo(Scheduling.HOST);
    assertThat(host.text()).contains("\"mode\":\"host\"");
    ConfigurationSource newer =
        file("{'plugins': [{'module': 'softcard', 'config': {'mode': 'ert-30'}}]}");
    assertThat(derived(newer, "--ert").scheduling()).isEqualTo(Scheduling.ERT_30);
    ConfigurationSource silent = file("{'plugins': [{'module': 'softcard'}]}");
    assertThat(derived(silent).scheduling()).isEqualTo(Scheduling.HOST);
    assertThat(derived(silent, "--ert").text()).contains("\"mode\":\"ert\"");
  }

  @Test
  void cardsThatScheduleDifferentlyAreToldToAgree() throws IOException {
    ConfigurationSource two =
        file(
            "{'plugins': [{'module': 'softcard', 'config': {'mode': 'host', 'cards':"
                + " [{'name': 'a'}, {'name': 'b', 'mode': 'ert'}]}}]}");
    assertThatThrownBy(() -> derived(two).scheduling())
        .hasMessageContaining("different modes: [ert, host]")
        .hasMessageContaining("--host-scheduler");
    assertThat(derived(two, "--host-scheduler").scheduling()).isEqualTo(Scheduling.HOST);
  }

  @Test
  void anOptionReplacesItsKeyAndKeepsTheOthers() throws IOException {
    ConfigurationSource source =
        file(
            "{'plugins': [{'module': 'softcard', 'name': 'card', 'config': {'engine': 'verilator',"
                + " 'latency': 3, 'banks': [{'name': 'x', 'size': 18446744073709551615}],"
                + " 'cards': [{'name': 'a', 'watchdog_cycles': 7}, {'name': 'b'}]}}]}");
    DeviceConfiguration changed = derived(source, "--engine", "jvm");
    assertThat(changed.with("watchdog_cycles", 5_000_000_000L).text())
        .contains("\"engine\":\"jvm\"", "\"latency\":3", "18446744073709551615")
        .contains("{\"name\":\"a\",\"watchdog_cycles\":5000000000}", "{\"name\":\"b\"}")
        .contains("\"name\":\"card\"");
  }

  @Test
  void anOptionHoldsForTheCardsOfAllInstances() throws IOException {
    ConfigurationSource source =
        file(
            "{'plugins': [{'module': 'softcard', 'name': 'a'}, {'module': 'softcard', 'name': 'b',"
                + " 'config': {'mode': 'host'}}]}");
    assertThat(derived(source, "--ert").text().split("\"mode\":\"ert\"", -1)).hasSize(3);
  }

  @Test
  void noOtherDriverIsLoadedUnlessADeviceIsNamed() throws IOException {
    ConfigurationSource source =
        file(
            "{'plugin_path': ['plugins'], 'plugins': [{'module': 'opencl'}, {'module': 'softcard'},"
                + " {'module': 'lib/board.jar', 'name': 'board'}]}");
    assertThat(derived(source).text()).contains("softcard").doesNotContain("opencl", "board");
    assertThat(derived(source, "--device", "board:0").text())
        .contains("opencl", "\"lib/board.jar\"", "[\"plugins\"]");
  }

  @Test
  void namesOfFilesStayRelativeToTheConfigurationThatHasThem() throws IOException {
    String card = "'plugins': [{'module': 'softcard', 'config': {'class_path': ['a.jar']}}]}";
    assertThat(derived(file("{" + card)).text())
        .contains("\"folder\":\"" + folder + "\"", "[\"a.jar\"]");
    assertThat(derived(file("{'folder': 'conf', " + card)).text())
        .contains("\"folder\":\"" + folder.resolve("conf") + "\"");
    assertThat(derived(file("{'folder': '/conf', " + card)).text())
        .contains("\"folder\":\"/conf\"");
  }

  @Test
  void whereNothingIsConfiguredThereIsACardAndItHasTimeToGetReady() throws IOException {
    Place place = new Place(Kind.BUILT_IN, "-", Outcome.USED);
    assertThat(derived(new ConfigurationSource(place, List.of(place)), "--ert").text())
        .isEqualTo(
            "{\"plugins\":[{\"module\":\"softcard\",\"config\":{\"mode\":\"ert\"},"
                + "\"error_policy\":{\"deadline_ms\":60000}}]}\n");
    // A program of Backplane may be configured for other cards.
    assertThat(derived(file("{'plugins': [{'module': 'xrt'}]}")).text())
        .contains("softcard")
        .doesNotContain("xrt");
  }

  @Test
  void aConfigurationThatCannotBeUsedIsRefusedAndNeverReplaced() throws IOException {
    String card = "{'module': 'softcard'}";
    for (String wrong :
        List.of(
            "{'folder': 5, 'plugins': [" + card + "]}",
            "{'folder': null, 'plugins': [" + card + "]}",
            "{'folder': 'a\\u0000b', 'plugins': [" + card + "]}",
            "{'plugins': 5}",
            "{'plugins': [5]}",
            "{'plugins': [{'module': 5}]}",
            "{'plugins': [{'module': 'softcard', 'config': 7}]}",
            "{'plugins': [{'module': 'softcard', 'error_policy': 7}]}",
            "{'other': 1, 'plugins': []}")) {
      assertThatThrownBy(() -> derived(file(wrong)))
          .as(wrong)
          .hasMessageContaining("BP2003")
          .hasMessageContaining("site.json");
    }
  }

  @Test
  void aConfigurationOfOpaeHasNoXrtCardAndTheStandardOneIsUsed() throws IOException {
    assertThat(derived(file("{'configurations': {}, 'configs': []}"), "--ert").text())
        .contains("softcard", "\"mode\":\"ert\"")
        .doesNotContain("configurations");
  }

  @Test
  void namesAFileThatIsNoConfiguration() throws IOException {
    assertThatThrownBy(() -> file("{'plugins': ["))
        .hasMessageContaining("BP2002")
        .hasMessageContaining("site.json");
    assertThatThrownBy(() -> file("[]")).hasMessageContaining("object");
    ConfigurationSource good = file("{'plugins': []}");
    assertThatThrownBy(() -> derived(good, "--engine", "x")).hasMessageContaining("no engine 'x'");
  }
}
