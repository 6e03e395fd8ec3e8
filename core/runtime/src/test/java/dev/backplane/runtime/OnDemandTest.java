package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.runtime.selector.DeviceSelector;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Without a configuration a plugin is loaded when something is looked for that it may have. */
@Timeout(600)
final class OnDemandTest {
  @TempDir Path folder;

  private URLClassLoader loader;

  /** Sees what plugins share with their host, and none of the plugins of this test's class path. */
  private static final class Host extends ClassLoader {
    Host() {
      // Not the platform's: that gives away the classes of the test's own module.
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("dev.backplane.api.") || name.startsWith("dev.backplane.plugin.")) {
        return Class.forName(name, false, OnDemandTest.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
  }

  private static String entry(String name, String more) {
    return PluginJar.META.replace("boxed", name) + more + "\n";
  }

  @BeforeEach
  void installPlugins() throws IOException {
    install(
        entry("asked", "")
            + entry("boards", "device_types = [\"fpga\"]")
            + entry("processors", "device_types = [\"cpu\", \"gpu\"]"));
  }

  private void install(String meta) throws IOException {
    Path jar = folder.resolve("plugins.jar");
    PluginJar.write(jar, meta);
    loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, new Host());
  }

  @AfterEach
  void forget() throws IOException {
    loader.close();
  }

  private BackplaneBuilder builder() {
    return new Site(folder).builder().classLoader(loader);
  }

  private static List<String> loaded(Backplane backplane) {
    List<String> loaded = new ArrayList<>();
    for (PluginReport plugin : backplane.plugins()) {
      if (plugin.state() == PluginState.READY) {
        loaded.add(plugin.instance());
      }
    }
    return loaded;
  }

  @Test
  void openingLoadsNothing() {
    try (Backplane backplane = builder().open()) {
      assertThat(backplane.plugins())
          .extracting(PluginReport::instance)
          .as("those that say what they have come first")
          .containsExactly("boards", "processors", "asked");
      assertThat(loaded(backplane)).isEmpty();
      assertThat(backplane.devices().tokens()).hasSize(3);
      assertThat(loaded(backplane)).hasSize(3);
    }
  }

  @Test
  void aSearchForAFamilyLoadsThoseThatMayHaveIt() {
    try (Backplane backplane = builder().open()) {
      // What a driver really has is looked at only after that: these have boards.
      assertThat(backplane.enumerate(List.of(Filter.deviceType(DeviceType.GPU)))).isEmpty();
      assertThat(loaded(backplane)).containsExactly("processors", "asked");
    }
  }

  @Test
  void theFirstThatIsFoundIsTheLastThatIsLoaded() {
    try (Backplane backplane = builder().open()) {
      assertThat(backplane.find(Filter.deviceType(DeviceType.FPGA)).id()).isEqualTo("boards/dev0");
      assertThat(loaded(backplane)).containsExactly("boards");
      assertThat(backplane.find(Filter.any().withName("fake dev0")).id()).isEqualTo("boards/dev0");
      assertThat(loaded(backplane)).containsExactly("boards");
    }
  }

  @Test
  void aPluginThatIsLoadedAlreadyDoesNotOvertakeTheOrder() {
    try (Backplane backplane = builder().open()) {
      assertThat(backplane.token("asked/dev0").plugin()).isEqualTo("asked");
      assertThat(loaded(backplane)).containsExactly("asked");
      assertThat(backplane.find(Filter.deviceType(DeviceType.FPGA)).id()).isEqualTo("boards/dev0");
    }
  }

  @Test
  void aSelectorLoadsThoseThatItNames() {
    try (Backplane backplane = builder().open()) {
      assertThat(backplane.select("asked:0").tokens()).hasSize(1);
      assertThat(loaded(backplane)).containsExactly("asked");
      assertThat(backplane.select("boards:gpu").tokens()).isEmpty();
      assertThat(loaded(backplane)).containsExactly("asked");
    }
    try (Backplane backplane = builder().selector(DeviceSelector.parse("*:fpga")).open()) {
      assertThat(backplane.devices().tokens()).hasSize(2);
      assertThat(loaded(backplane)).containsExactly("boards", "asked");
    }
  }

  @Test
  void anEmptySearchListsTheDevicesOfAllPlugins() {
    try (Backplane backplane = builder().open()) {
      assertThat(
              refuses(
                  ErrorCode.NO_SUCH_DEVICE,
                  () -> backplane.find(Filter.deviceType(DeviceType.CPU).withKernel("none"))))
          .hasMessageContaining("boards/dev0 fake dev0")
          .hasMessageContaining("asked/dev0")
          .hasMessageContaining("processors");
    }
  }

  @Test
  void aTraceOfEverythingTellsOfTheDevicesOfAllPlugins() {
    List<String> told = new ArrayList<>();
    try (Backplane backplane = builder().traceLevel(new TraceLevel(-1)).traceTo(told::add).open()) {
      assertThat(backplane.find(Filter.any()).id()).isEqualTo("boards/dev0");
    }
    assertThat(String.join("", told))
        .contains("Available device: asked/dev0")
        .contains("the first of 3 that match");
  }

  @Test
  void allCanBeLoadedToKnowWhetherTheyWork() {
    try (Backplane backplane = builder().open()) {
      backplane.load();
      assertThat(loaded(backplane)).containsExactly("boards", "processors", "asked");
    }
  }

  @Test
  void familiesThatAreNoneAreRefusedWithTheirPlace() throws IOException {
    for (String wrong : List.of("\"fpga\"", "[1]", "[\"fpga\", \"A board\"]")) {
      install(entry("boards", "device_types = " + wrong));
      try (Backplane backplane = builder().open()) {
        PluginReport report = backplane.plugins().getFirst();
        assertThat(report.state()).isEqualTo(PluginState.REFUSED);
        assertThat(report.lastError().orElseThrow())
            .hasMessageContaining("device_types")
            .hasMessageContaining("meta.toml:8:");
      }
      loader.close();
    }
  }
}
