package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.manager.PluginInstance.Phase;
import java.util.concurrent.CompletableFuture;

/**
 * Takes instances down one by one while others work: nobody is let in any more, searches inside are
 * waited for, the plugin is told to finalise, and its code goes when no other instance has it. The
 * instance is as if it had never been loaded then, and the next who needs it loads it again.
 */
final class Unloader {
  private final InstanceLoader loader;
  private final PluginThreads threads;

  Unloader(InstanceLoader loader, PluginThreads threads) {
    this.loader = loader;
    this.threads = threads;
  }

  /**
   * Unloads an instance unless a device of it is open.
   *
   * @return whether it was unloaded
   * @throws BackplaneException what the plugin did when it was to finalise; it is unloaded
   *     nevertheless, unless it hangs
   */
  boolean unload(PluginInstance instance) {
    if (!(instance.phase() instanceof Phase.Ready ready)) {
      return false;
    }
    Phase.Loading mine = new Phase.Loading(new CompletableFuture<>());
    if (!instance.move(ready, mine)) {
      return false;
    }
    Phase next = ready;
    try {
      if (!ready.binding().users().shut(instance.errors().deadline())) {
        return false;
      }
      next = new Phase.Lazy();
      takeDown(instance, ready.binding());
      return true;
    } finally {
      instance.move(mine, next);
      mine.end().complete(null);
    }
  }

  private void takeDown(PluginInstance instance, Binding binding) {
    try {
      finish(threads, instance, binding);
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.PLUGIN_HUNG) {
        // A thread is in its code: that stays, and nobody is sent there again.
        instance.quarantine(e);
      } else {
        instance.note(e);
        loader.forget(instance);
      }
      throw e;
    }
    loader.forget(instance);
  }

  /**
   * Tells a plugin that an instance is not used any more.
   *
   * @throws BackplaneException what it did
   */
  static void finish(PluginThreads threads, PluginInstance instance, Binding binding) {
    PluginCall call = PluginCall.of(instance, "finalize", ErrorCode.FINALIZE_FAILED);
    int result =
        threads.finish(
            call,
            PluginThreads.Work.within(binding.classLoader(), binding.adapter()::finalizeInstance));
    if (result != 0) {
      throw call.returned(result);
    }
  }
}
