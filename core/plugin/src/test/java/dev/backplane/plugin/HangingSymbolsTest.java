package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code of a plugin that never comes back, at every place where loading runs it. */
@Timeout(600)
final class HangingSymbolsTest {
  private static final Duration SOON = Duration.ofMillis(300);
  private static final String RELEASE = "backplane.test.release";

  private static final String HANGS =
      """
      while (System.getProperty("%s") == null) {
        try { Thread.sleep(2); } catch (InterruptedException e) { /* It does not care. */ }
      }
      """
          .formatted(RELEASE);

  private static final String SYMBOL =
      """
      package b;
      public final class S implements dev.backplane.plugin.PluginSymbol<java.util.List<String>> {
        static { %s }
        public S() { %s }
        public void loadInto(java.util.List<String> receiver) { %s receiver.add("b"); }
        public void unloadFrom(java.util.List<String> receiver) { receiver.remove("b"); }
      }
      """;

  @TempDir Path temp;

  private final List<String> receiver = new CopyOnWriteArrayList<>();

  @AfterEach
  void release() {
    System.setProperty(RELEASE, "");
  }

  private Path jar(String hangsIn) throws IOException {
    System.clearProperty(RELEASE);
    return new TestPlugin(temp.resolve("a"))
        .meta(entry("a", "1", "S") + entry("b", "1", "S"))
        .symbol("a.S", "a")
        .source(
            "b.S",
            SYMBOL.formatted(
                hangsIn.equals("static initialiser") ? HANGS : "",
                hangsIn.equals("constructor") ? HANGS : "",
                hangsIn.equals("loadInto") ? HANGS : ""))
        .jar();
  }

  @ParameterizedTest
  @ValueSource(strings = {"static initialiser", "constructor", "loadInto"})
  void aSymbolThatHangsIsRefusedWithTheLineItHangsIn(String step) throws IOException {
    Path jar = jar(step);
    PluginLoader<List<String>> loader = TestPlugin.loader(receiver).limit(SOON).build();
    PluginException error =
        catchThrowableOfType(PluginException.class, () -> loader.loadFromJar(jar));
    assertThat(error.error()).isEqualTo(PluginError.SYMBOL_HUNG);
    assertThat(error).hasMessageContaining("its code did not return").hasMessageContaining("b.S");
    assertThat(receiver).as("all or nothing").isEmpty();
    System.setProperty(RELEASE, "");
    // What comes back late leaves nothing, and nothing of it is in the way.
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("backplane-plugin-load"))) {
      Thread.onSpinWait();
    }
    assertThat(receiver).isEmpty();
    loader.loadFromJar(jar);
    assertThat(receiver).containsExactly("a", "b");
  }

  @Test
  void anInterruptedThreadLoadsAndStaysInterrupted() throws IOException {
    Path jar = jar("nothing");
    Thread.currentThread().interrupt();
    TestPlugin.loader(receiver).limit(Duration.ofSeconds(60)).build().loadFromJar(jar);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(receiver).containsExactly("a", "b");
  }

  @Test
  void aLimitChangesNothingOfWhatASymbolThrows() throws IOException {
    Path jar =
        new TestPlugin(temp.resolve("c"))
            .meta(entry("b", "1", "S"))
            .source("b.S", SYMBOL.formatted("", "", "if (true) throw new Error(\"no\");"))
            .jar();
    PluginLoader<List<String>> loader =
        TestPlugin.loader(receiver).limit(Duration.ofSeconds(60)).build();
    PluginException error =
        catchThrowableOfType(PluginException.class, () -> loader.loadFromJar(jar));
    assertThat(error.error()).isEqualTo(PluginError.SYMBOL_FAILED);
    assertThat(error).hasMessageContaining("no");
  }
}
