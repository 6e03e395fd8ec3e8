package dev.backplane.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import org.junit.jupiter.api.Test;

final class PluginListTest {
  @Test
  void namesJarsAndLibrariesAreInstances() {
    Configuration list =
        PluginList.decode(
            "list",
            """
            # what we use
            softcard
            net-proxy@>=1.2, <2   # for the lab
            plugins/board-1.2.jar
            libpi_level_zero.so
            /opt/x/libpi_cuda-15.49.so.1
            """);
    assertThat(list.plugins())
        .extracting(
            InstanceConfiguration::name,
            InstanceConfiguration::module,
            InstanceConfiguration::config,
            plugin -> plugin.versions().toString())
        .containsExactly(
            tuple("softcard", "softcard", "{}", "*"),
            tuple("net-proxy", "net-proxy", "{}", ">=1.2, <2"),
            tuple("board", "plugins/board-1.2.jar", "{}", "*"),
            tuple("level_zero", "pi", "{\"library\": \"libpi_level_zero.so\"}", "*"),
            tuple("cuda", "pi", "{\"library\": \"/opt/x/libpi_cuda-15.49.so.1\"}", "*"));
  }

  @Test
  void everyBadLineIsTold() {
    assertThatThrownBy(() -> PluginList.decode("list", "a\n\n a # again\nb@x\n..\nc\0d\n"))
        .hasMessageContaining("another line is called 'a' too (line 3, column 2)")
        .hasMessageContaining("'b@x'")
        .hasMessageContaining("(line 4, column 1)")
        .hasMessageContaining("'..': is no name of a plugin")
        .hasMessageContaining("(line 6, column 1)");
  }

  @Test
  void anEmptyListHasNoPlugins() {
    assertThat(PluginList.decode("list", "\n# nothing\n").plugins()).isEmpty();
  }
}
