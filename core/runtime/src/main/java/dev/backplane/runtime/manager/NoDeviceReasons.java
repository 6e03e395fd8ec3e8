package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;

/** Asks instances what they say to somebody who misses their devices. */
final class NoDeviceReasons {

  private final PluginThreads threads;

  NoDeviceReasons(PluginThreads threads) {
    this.threads = threads;
  }

  /** {@return the words of an instance, to be appended to an error; empty if it has none} */
  String of(PluginInstance instance) {
    String why = words(instance);
    return why.isEmpty() ? "" : "; " + instance.name() + ": " + why;
  }

  /** {@return the words of an instance, empty if it has none} */
  String words(PluginInstance instance) {
    Binding binding = instance.binding().orElse(null);
    if (binding == null || !binding.users().enter()) {
      return "";
    }
    try {
      return ask(instance, binding);
    } finally {
      binding.users().leave();
    }
  }

  private String ask(PluginInstance instance, Binding binding) {
    PluginCall call =
        PluginCall.of(instance, "ask why there is no device", ErrorCode.PLUGIN_FAILED);
    try {
      return threads.call(
          call,
          PluginThreads.Work.within(
              binding.classLoader(), () -> binding.own().whyNothing().strip()));
    } catch (BackplaneException e) {
      // The error that is being made matters more than what a plugin would add to it.
      System.getLogger(NoDeviceReasons.class.getName())
          .log(System.Logger.Level.DEBUG, "asking " + instance.name(), e);
      if (e.code() == ErrorCode.PLUGIN_HUNG) {
        instance.quarantine(e);
        return e.problem();
      }
      return "";
    }
  }
}
