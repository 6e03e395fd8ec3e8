package dev.backplane.runtime.manager;

/** What an instance says to somebody who misses its devices. */
final class WhyNothing {
  private static final System.Logger LOG = System.getLogger(WhyNothing.class.getName());

  private WhyNothing() {}

  /** {@return the words of an instance, to be appended to an error; empty if it has none} */
  static String of(PluginInstance instance) {
    try {
      String why = instance.binding().map(binding -> binding.own().whyNothing()).orElse("").strip();
      return why.isEmpty() ? "" : "; " + instance.name() + ": " + why;
    } catch (RuntimeException | LinkageError e) {
      // The error that is being made matters more than what a plugin would add to it.
      LOG.log(System.Logger.Level.DEBUG, "asking " + instance.name(), e);
      return "";
    }
  }
}
