package dev.backplane.runtime.manager;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.VersionRange;
import dev.backplane.plugin.limit.SchedulerTime;
import dev.backplane.runtime.PluginState;
import dev.backplane.runtime.configuration.InstanceConfiguration;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.runtime.loading.DriverFinder;
import dev.backplane.runtime.loading.DriverLoader;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import dev.backplane.runtime.trace.Tracer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads meet at an instance whose phase changes under them. */
@Timeout(600)
class InstanceLoaderTest {
  private static final String NAME = "scripted";

  private final ClassLoader classPath = InstanceLoaderTest.class.getClassLoader();
  private final PluginThreads threads = new PluginThreads(new SchedulerTime());
  private final DriverLoader drivers = new DriverLoader(classPath);
  private final InstanceLoader loader =
      new InstanceLoader(drivers, threads, Tracer.NONE, time -> {});
  private final PluginInstance instance =
      PluginInstance.found(
          InstanceConfiguration.builtIn(NAME),
          new DriverFinder(drivers, List.of(), Path.of("."), (detail, text) -> {})
              .find(NAME, "here", VersionRange.ANY));

  @AfterEach
  void forget() {
    threads.close();
    Script.reset();
  }

  private Phase.Loading beingUnloaded() {
    Phase.Loading unloading = new Phase.Loading(new CompletableFuture<>());
    assertThat(instance.move(instance.phase(), unloading)).isTrue();
    return unloading;
  }

  /** What a thread waits for in another one's phase, then the phase is over. */
  private <T> T whileUnloading(java.util.function.Supplier<T> use) throws InterruptedException {
    Phase.Loading unloading = beingUnloaded();
    AtomicReference<T> result = new AtomicReference<>();
    Thread user = Thread.ofPlatform().daemon().start(() -> result.set(use.get()));
    while (user.getState() != Thread.State.TIMED_WAITING
        && user.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
    assertThat(instance.move(unloading, new Phase.Lazy())).isTrue();
    unloading.end().complete(null);
    user.join();
    return result.get();
  }

  @Test
  void aSearchFindsAnInstanceThatIsJustBeingUnloaded() throws InterruptedException {
    Binding binding = whileUnloading(() -> loader.enter(instance));
    assertThat(binding).isNotNull().isSameAs(instance.binding().orElseThrow());
    binding.users().leave();
  }

  @Test
  void aDeviceIsOpenedOfAnInstanceThatIsJustBeingUnloaded() throws InterruptedException {
    Binding binding = whileUnloading(() -> loader.hold(instance, "open", "scripted/dev0"));
    assertThat(binding).isSameAs(instance.binding().orElseThrow());
  }

  @Test
  void anInstanceThatWasClosedWhileItWasLoadedIsFinalisedAndForgotten() {
    Script.when(
        NAME,
        "initialize",
        () -> assertThat(instance.move(instance.phase(), new Phase.Closed())).isTrue());
    loader.ensure(instance);
    assertThat(instance.state()).isEqualTo(PluginState.CLOSED);
    assertThat(Script.of(NAME).count("finalize")).isEqualTo(1);
    assertThat(loader.inOrder()).isEmpty();
  }

  @Test
  void anInstanceThatWasSetAsideWhileItWasReinstatedSaysSo() {
    BackplaneException first = new BackplaneException(ErrorCode.LINK_LOST, "first");
    BackplaneException second = new BackplaneException(ErrorCode.LINK_LOST, "second");
    instance.quarantine(first);
    Script.when(NAME, "initialize", () -> instance.quarantine(second));
    assertThat(refuses(ErrorCode.QUARANTINED, () -> loader.reinstate(instance)))
        .hasMessageContaining("second");
    assertThat(Script.of(NAME).count("finalize")).isEqualTo(1);
  }
}
