package dev.backplane.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs what {@code docs/plugins.md} shows. */
class GuideTest {
  @TempDir Path temp;

  private final List<String> blocks = blocks();

  private static List<String> blocks() {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    try {
      List<String> blocks = new ArrayList<>();
      StringBuilder block = null;
      for (String line : Files.readAllLines(module.resolve("../../docs/plugins.md"))) {
        if (line.startsWith("```") && block == null) {
          block = new StringBuilder();
        } else if (line.startsWith("```")) {
          blocks.add(String.valueOf(block));
          block = null;
        } else if (block != null) {
          block.append(line).append('\n');
        }
      }
      return blocks;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theExamplePrintsWhatTheGuideSays() throws Exception {
    Path host =
        new TestPlugin(temp.resolve("host")).source("host.PrintingLoader", blocks.get(0)).folder();
    Path jar =
        new TestPlugin(temp.resolve("plugin"))
            .against(host)
            .meta(blocks.get(1))
            .source("greeting.src.Hello", blocks.get(2))
            .source("greeting.src.Words", blocks.get(3))
            .jar();
    assertThat(printed(host, List.of(PluginSource.jar(jar))))
        .containsExactlyElementsOf(blocks.get(4).lines().toList());
    assertThat(printed(host, List.of())).containsExactly("just printing some text");
  }

  /** What the loader of the guide prints when plugins of these places come and go. */
  private List<String> printed(Path host, List<PluginSource> places) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader =
            new URLClassLoader(new URL[] {host.toUri().toURL()}, getClass().getClassLoader());
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      Class<?> type = loader.loadClass("host.PrintingLoader");
      Object printing = type.getConstructor(PrintStream.class).newInstance(out);
      try (var loaded =
          (LoadedPlugins<?>) type.getMethod("load", List.class).invoke(printing, places)) {
        assertThat(loaded.plugins()).hasSize(places.size());
      }
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void everyErrorIsInTheGuide() throws IOException {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    String guide = Files.readString(module.resolve("../../docs/plugins.md"));
    for (PluginError error : PluginError.values()) {
      assertThat(guide).contains("`" + error + "`");
    }
  }
}
