package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.FoundPlugin;
import dev.backplane.plugin.Thrown;
import dev.backplane.plugin.limit.TimedCall;
import dev.backplane.runtime.PluginState;
import dev.backplane.runtime.configuration.ErrorPolicy;
import dev.backplane.runtime.configuration.ErrorPolicy.Reaction;
import dev.backplane.runtime.loading.DriverLoader;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import dev.backplane.runtime.manager.PluginThreads.Work;
import dev.backplane.runtime.trace.PluginLoad;
import dev.backplane.runtime.trace.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A loader that brings instances from found to ready: load the plugin, configure, bind the adapter,
 * initialise, each under the instance's deadline; and treats failures as its error policy says. It
 * remembers the order for finalising.
 */
final class InstanceLoader {
  private final DriverLoader drivers;
  private final PluginThreads threads;
  private final Tracer tracer;
  private final Pause pause;
  private final List<PluginInstance> loaded = new ArrayList<>();

  InstanceLoader(DriverLoader drivers, PluginThreads threads, Tracer tracer, Pause pause) {
    this.drivers = drivers;
    this.threads = threads;
    this.tracer = tracer;
    this.pause = pause;
  }

  /** The instances that were initialised, in that order. */
  List<PluginInstance> inOrder() {
    synchronized (loaded) {
      return List.copyOf(loaded);
    }
  }

  /**
   * Makes an instance ready if it is lazy; waits if another thread is at it.
   *
   * @throws BackplaneException what went wrong, if the instance is required or its policy is to
   *     fail
   */
  void ensure(PluginInstance instance) {
    Phase phase = instance.phase();
    if (phase instanceof Phase.Lazy lazy) {
      Phase.Loading mine = new Phase.Loading(new CompletableFuture<>());
      if (instance.move(lazy, mine)) {
        load(instance, mine);
      } else {
        ensure(instance);
      }
    } else if (phase instanceof Phase.Loading loading) {
      awaitOther(instance, loading);
      if (instance.phase() instanceof Phase.Lazy) {
        // It was unloaded, or the loading thread was interrupted: neither says it cannot work.
        ensure(instance);
      }
    }
  }

  /**
   * Lets a search into an instance; it is among the users of the binding until it leaves.
   *
   * @return the binding, or null if the instance is not ready
   */
  @Nullable Binding enter(PluginInstance instance) {
    while (true) {
      Phase phase = instance.phase();
      if (phase instanceof Phase.Down || phase instanceof Phase.Closed) {
        return null;
      }
      if (!(phase instanceof Phase.Ready ready)) {
        // Being unloaded, perhaps: it is there for whoever looks for it.
        ensure(instance);
      } else if (ready.binding().users().enter()) {
        return ready.binding();
      }
    }
  }

  /**
   * Gives the binding of an instance, loaded if it was not.
   *
   * @throws BackplaneException why it is not ready
   */
  Binding require(PluginInstance instance, String operation, String subject) {
    while (true) {
      ensure(instance);
      Phase phase = instance.phase();
      if (!(phase instanceof Phase.Lazy || phase instanceof Phase.Loading)) {
        return instance.require(phase, operation, subject);
      }
    }
  }

  /**
   * Holds an instance, loaded if it was not, for a device of it, until the users of the binding are
   * told that the device is released.
   *
   * @throws BackplaneException why it is not ready
   */
  Binding hold(PluginInstance instance, String operation, String subject) {
    while (true) {
      Binding binding = require(instance, operation, subject);
      if (binding.users().hold()) {
        return binding;
      }
    }
  }

  /** Forgets an instance that was finalised, and unloads its plugin if no other has it. */
  void forget(PluginInstance instance) {
    synchronized (loaded) {
      loaded.remove(instance);
    }
    drivers.release(instance.driver().plugin(), instance.name());
  }

  /** Tries a quarantined instance again, once, whatever its policy; throws what goes wrong. */
  void reinstate(PluginInstance instance) {
    if (instance.phase() instanceof Phase.Down down && down.state() == PluginState.QUARANTINED) {
      if (down.binding() != null) {
        instance.move(down, new Phase.Ready(down.binding()));
        return;
      }
      Phase.Loading mine = new Phase.Loading(new CompletableFuture<>());
      if (instance.move(down, mine)) {
        try {
          ready(instance, mine, bind(instance));
          instance.require("reinstate", instance.name());
        } catch (BackplaneException e) {
          down(instance, mine, PluginState.QUARANTINED, e);
          throw e;
        }
      }
    }
  }

  private void load(PluginInstance instance, Phase.Loading mine) {
    Reaction reaction = instance.errors().load();
    try {
      Binding binding = reaction == Reaction.RETRY ? bindWithRetries(instance) : bind(instance);
      ready(instance, mine, binding);
    } catch (BackplaneException e) {
      if (Thread.currentThread().isInterrupted() && e.code() == ErrorCode.CANCELLED) {
        // Says nothing of the plugin: the next who needs it tries again.
        instance.move(mine, new Phase.Lazy());
        mine.end().complete(null);
        throw e;
      }
      boolean fail = reaction == Reaction.FAIL || instance.loadPolicy().required();
      PluginState state =
          fail
              ? PluginState.FAILED
              : e.code() == ErrorCode.API_VERSION_MISMATCH
                  ? PluginState.REFUSED
                  : reaction == Reaction.SKIP ? PluginState.SKIPPED : PluginState.QUARANTINED;
      down(instance, mine, state, e);
      tracer.note(Detail.BASIC, () -> "Plugin failed: " + instance.name() + ": " + e.getMessage());
      if (fail) {
        throw e;
      }
    } catch (RuntimeException | Error e) {
      // A defect of ours: nobody may wait for this load for ever.
      down(
          instance,
          mine,
          PluginState.FAILED,
          BackplaneException.because(ErrorCode.INTERNAL, Thrown.describe(e)).causedBy(e).build());
      throw e;
    }
  }

  /** Lets others in, unless the instance was set aside or closed while it was being loaded. */
  private void ready(PluginInstance instance, Phase.Loading mine, Binding binding) {
    synchronized (loaded) {
      loaded.remove(instance);
      loaded.add(instance);
    }
    boolean moved = instance.move(mine, new Phase.Ready(binding));
    mine.end().complete(null);
    if (!moved) {
      try {
        Unloader.finish(threads, instance, binding);
      } catch (BackplaneException e) {
        instance.note(e);
      }
      forget(instance);
    }
  }

  private static void down(
      PluginInstance instance, Phase.Loading mine, PluginState state, BackplaneException error) {
    instance.move(mine, new Phase.Down(state, error));
    mine.end().complete(null);
  }

  private Binding bindWithRetries(PluginInstance instance) {
    for (int tries = 1; ; tries++) {
      try {
        return bind(instance);
      } catch (BackplaneException e) {
        instance.note(e);
        // Each hung try costs a thread; one is enough to know.
        if (e.code() == ErrorCode.PLUGIN_HUNG || tries > instance.errors().retries()) {
          throw e;
        }
        pass(instance, tries);
      }
    }
  }

  private void pass(PluginInstance instance, int tries) {
    try {
      pause.pass(instance.errors().pauseAfter(tries));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PluginThreads.interrupted("load", instance.name());
    }
  }

  private Binding bind(PluginInstance instance) {
    FoundPlugin plugin = instance.driver().plugin();
    String version = plugin.text("version");
    tracer.note(Detail.DEBUG, () -> "Loading plugin " + instance.name() + ": " + plugin);
    PluginLoad load = PluginLoad.begin(instance.name(), plugin.name(), version);
    try {
      Binding binding = configure(instance, load(instance, instance.driver().checked()));
      load.ended("");
      tracer.note(
          Detail.BASIC,
          () ->
              "Plugin found and successfully loaded: %s from %s [ PluginVersion: %s ]"
                  .formatted(instance.name(), plugin.location(), version));
      return binding;
    } catch (BackplaneException e) {
      load.ended(e.getMessage());
      if (e.code() != ErrorCode.PLUGIN_HUNG && e.code() != ErrorCode.CANCELLED) {
        // No thread is in its code any more.
        release(instance, e);
      }
      throw e;
    }
  }

  private void release(PluginInstance instance, BackplaneException failure) {
    try {
      drivers.release(instance.driver().plugin(), instance.name());
    } catch (BackplaneException e) {
      failure.addSuppressed(e);
    }
  }

  private Driver load(PluginInstance instance, FoundPlugin checked) {
    return threads.call(
        PluginCall.of(instance, "load", ErrorCode.PLUGIN_FAILED),
        () -> drivers.load(checked, instance.name()));
  }

  private Binding configure(PluginInstance instance, Driver own) {
    ClassLoader loader = own.getClass().getClassLoader();
    Driver driver = tracer.driver(own);
    Adapter.Builder builder =
        new Adapter.Builder(
            instance.name(),
            tracer.tables(instance.name()),
            instance.errors().deadline(),
            instance.origin());
    PluginCall configure = PluginCall.of(instance, "configure", ErrorCode.CONFIGURE_FAILED);
    require(configure, loader, () -> driver.configure(builder, instance.config()));
    Adapter filled = builder.build();
    Adapter adapter = tracer.adapter(filled);
    require(
        PluginCall.of(instance, "initialize", ErrorCode.INITIALIZE_FAILED),
        loader,
        adapter::initialize);
    String speaks =
        threads.call(
            PluginCall.of(instance, "ask plugin", ErrorCode.PLUGIN_FAILED),
            Work.within(loader, filled::interfaceVersion));
    return new Binding(adapter, filled, speaks, loader);
  }

  /** Makes a call that has to answer 0. */
  private void require(PluginCall call, ClassLoader loader, Work<Integer> work) {
    int result = threads.call(call, Work.within(loader, work));
    if (result != 0) {
      throw call.returned(result);
    }
  }

  private static void awaitOther(PluginInstance instance, Phase.Loading loading) {
    // The loading thread keeps to the deadline of each step; this one is for the sum of them, and
    // of the pauses between tries.
    ErrorPolicy policy = instance.errors();
    long nanos = policy.deadline().toNanos() * TimedCall.LONGEST * 4L * (policy.retries() + 1L);
    for (int tries = 1; tries <= policy.retries(); tries++) {
      nanos += policy.pauseAfter(tries).toNanos();
    }
    try {
      loading.end().get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw BackplaneException.because(
              ErrorCode.PLUGIN_HUNG, "another thread has been loading it for too long")
          .during("load")
          .on(instance.name())
          .by(instance.name())
          .remedy("Look for the device again; 'backplane plugins' says what became of the instance")
          .build();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a load has no failure", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PluginThreads.interrupted("load", instance.name());
    }
  }
}
