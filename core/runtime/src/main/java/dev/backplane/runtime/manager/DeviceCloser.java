package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.Thrown;
import dev.backplane.runtime.device.OpenDevice;
import dev.backplane.runtime.device.TearDown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Closes a device step by step, each step under the deadline of the instance whose code it runs: of
 * several instances that serve a device the one that hangs or fails is the one that is blamed. What
 * hangs is this device, not the instance: nobody waits for it any longer, and it is taken until the
 * call returns and the steps behind it are done.
 */
final class DeviceCloser {
  private final PluginThreads threads;
  private final Map<String, PluginInstance> instances;
  private final OpenDevice device;

  /** The end of what an instance was asked for last, of those that hang. */
  private final Map<PluginInstance, CompletableFuture<@Nullable Void>> hung = new HashMap<>();

  private @Nullable BackplaneException first;

  private DeviceCloser(
      PluginThreads threads, Map<String, PluginInstance> instances, OpenDevice device) {
    this.threads = threads;
    this.instances = instances;
    this.device = device;
  }

  /**
   * Closes a device that its holder has closed.
   *
   * @throws BackplaneException the first failure, after everything else was done
   */
  static void close(
      PluginThreads threads, Map<String, PluginInstance> instances, OpenDevice device) {
    new DeviceCloser(threads, instances, device).run();
  }

  private void run() {
    // Half of the time for runs to end leaves the other half for the rest.
    long nanos = instance(device.instance()).errors().deadline().toNanos();
    List<TearDown> steps = device.tearDown(Duration.ofNanos(nanos / 2));
    // Neighbours of one instance go to a thread together: mostly that is all of them.
    List<TearDown> group = new ArrayList<>();
    for (TearDown step : steps) {
      if (!group.isEmpty() && !group.getFirst().instance().equals(step.instance())) {
        finish(List.copyOf(group));
        group.clear();
      }
      group.add(step);
    }
    finish(group);
    if (first != null) {
      throw first;
    }
  }

  private PluginInstance instance(String name) {
    PluginInstance found = instances.get(name);
    if (found == null) {
      throw new IllegalStateException("device " + device.id() + " is of an unknown instance");
    }
    return found;
  }

  private void finish(List<TearDown> group) {
    PluginInstance instance = instance(group.getFirst().instance());
    PluginThreads.Work<Boolean> work =
        PluginThreads.Work.within(device.classLoader(instance.name()), () -> doAll(group));
    CompletableFuture<@Nullable Void> earlier = hung.get(instance);
    if (earlier != null) {
      // It is asked when it comes round, but not waited for again.
      hung.put(instance, earlier.thenRunAsync(() -> late(work), threads::execute));
      return;
    }
    PluginCall call = PluginCall.ofDevice(instance, "close", device.id(), ErrorCode.PLUGIN_FAILED);
    CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    try {
      threads.finish(
          call,
          () -> {
            try {
              return work.run();
            } finally {
              end.complete(null);
            }
          });
    } catch (BackplaneException e) {
      failed(instance, e.code() == ErrorCode.DEVICE_HUNG && !end.isDone() ? hangs(e) : e);
      if (!end.isDone()) {
        hung.put(instance, end);
      }
    }
  }

  private void failed(PluginInstance instance, BackplaneException error) {
    instance.note(error);
    if (error.code() == ErrorCode.DEVICE_HUNG) {
      device.hangs(instance.name(), error);
    }
    if (first == null) {
      first = error;
    } else {
      first.addSuppressed(error);
    }
  }

  /** The call that hangs, with what the plugin probably waits for. */
  private BackplaneException hangs(BackplaneException error) {
    List<String> runs = device.inFlight();
    if (runs.isEmpty()) {
      return error;
    }
    return BackplaneException.because(
            error.code(), error.problem() + "; not known to have ended: " + String.join(", ", runs))
        .during("close")
        .on(device.id())
        .by(error.plugin() == null ? "" : error.plugin())
        .remedy(
            "The device stays taken until that has ended, gives back its memory then, and can be"
                + " opened again; others of the plugin work on. Wait for runs before the device is"
                + " closed, or raise error_policy.deadline_ms")
        .causedBy(error.getCause())
        .build();
  }

  private void late(PluginThreads.Work<Boolean> work) {
    try {
      work.run();
    } catch (Exception e) {
      System.getLogger(DeviceCloser.class.getName())
          .log(
              System.Logger.Level.WARNING, "closing " + device.id() + " late", Thrown.printable(e));
    }
  }

  private static boolean doAll(List<TearDown> group) throws Exception {
    Exception failure = null;
    for (TearDown step : group) {
      try {
        step.work().run();
      } catch (Exception e) {
        if (failure == null) {
          failure = e;
        } else if (failure != e) {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
    return true;
  }
}
