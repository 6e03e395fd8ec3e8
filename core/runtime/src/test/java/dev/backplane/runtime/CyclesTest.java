package dev.backplane.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.Device;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.tck.Leftovers;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A thousand times loaded and unloaded, a plugin leaves nothing behind. */
@Timeout(600)
final class CyclesTest {
  private static final int WARM = 20;
  private static final int CYCLES = 1000;
  private static final int FEWER = 250;

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  @Test
  void openingAndClosingLeavesNothingBehind() throws IOException {
    assumeTrue(Leftovers.areKnown(), "this system has no /proc");
    BackplaneBuilder builder = builder();
    for (int i = 0; i < WARM; i++) {
      useOnce(builder);
    }
    Leftovers before = Leftovers.now("backplane");
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < CYCLES; i++) {
      loaders.add(useOnce(builder));
    }
    assertThat(Leftovers.alive(loaders)).isZero();
    assertThat(Leftovers.now("backplane").beyond(before)).matches(Leftovers::isEmpty, "empty");
  }

  @Test
  void unloadingWhileBackplaneStaysOpenLeavesNothingBehind() throws IOException {
    assumeTrue(Leftovers.areKnown(), "this system has no /proc");
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    try (Backplane backplane = builder().open()) {
      for (int i = 0; i < WARM; i++) {
        unloadAfter(backplane);
      }
      Leftovers before = Leftovers.now("backplane");
      for (int i = 0; i < FEWER; i++) {
        loaders.add(unloadAfter(backplane));
      }
      assertThat(Leftovers.alive(loaders)).isZero();
      Leftovers after = Leftovers.now("backplane").beyond(before);
      assertThat(after.descriptors()).isEmpty();
      assertThat(after.mappings()).isEmpty();
      // How many idle ones wait for work at a moment is no matter.
      assertThat(after.threads().getOrDefault("backplane-plugin-#", 0L)).isLessThan(FEWER / 10);
    }
  }

  private BackplaneBuilder builder() throws IOException {
    PluginJar.write(folder.resolve("work/p/boxed.jar"), PluginJar.META);
    Site site = new Site(folder);
    site.write(
        "work/backplane.json",
        "{\"plugin_path\": [\"p\"], \"plugins\": [{\"module\": \"boxed\"}]}");
    return site.builder();
  }

  private static WeakReference<ClassLoader> unloadAfter(Backplane backplane) {
    WeakReference<ClassLoader> loader = use(backplane);
    assertThat(backplane.unloadUnused()).containsExactly("boxed");
    return loader;
  }

  private static WeakReference<ClassLoader> useOnce(BackplaneBuilder builder) {
    try (Backplane backplane = builder.open()) {
      return use(backplane);
    }
  }

  private static WeakReference<ClassLoader> use(Backplane backplane) {
    try (Device device = backplane.find().open()) {
      Object own = device.extension(Supplier.class).orElseThrow();
      return new WeakReference<>(own.getClass().getClassLoader());
    }
  }
}
