package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.plugin.Thrown;
import dev.backplane.runtime.device.OpenDevice;
import dev.backplane.runtime.device.TearDown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Closes a device step by step, each step under the deadline of the instance whose code it runs: of
 * several instances that serve a device the one that hangs or fails is the one that is blamed.
 */
final class DeviceCloser {
  private final PluginThreads threads;
  private final Map<String, PluginInstance> instances;
  private final OpenDevice device;
  private final Set<PluginInstance> hung = new HashSet<>();
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
        ContextLoader.with(device.classLoader(instance.name()), () -> doAll(group));
    if (hung.contains(instance)) {
      // It is asked, since it may come round, but not waited for again.
      threads.execute(
          () -> {
            try {
              work.run();
            } catch (Exception e) {
              System.getLogger(DeviceCloser.class.getName())
                  .log(
                      System.Logger.Level.WARNING,
                      "closing " + device.id() + " late",
                      Thrown.printable(e));
            }
          });
      return;
    }
    PluginCall call =
        new PluginCall(
            "close",
            device.id(),
            instance.name(),
            ErrorCode.PLUGIN_FAILED,
            instance.errors().deadline());
    try {
      threads.finish(call, work);
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.PLUGIN_HUNG) {
        instance.quarantine(e);
        hung.add(instance);
      } else {
        instance.note(e);
      }
      if (first == null) {
        first = e;
      } else {
        first.addSuppressed(e);
      }
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
