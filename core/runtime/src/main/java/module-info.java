import org.jspecify.annotations.NullMarked;

/** The plugin manager: finds, configures and binds drivers, and forwards calls to them. */
@NullMarked
module dev.backplane.runtime {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.driverkit;
  requires jdk.jfr;

  exports dev.backplane.runtime;
  exports dev.backplane.runtime.metrics;
  exports dev.backplane.runtime.selector;

  // Puts drivers that are named modules into the module graph; the plugin system loads them.
  uses dev.backplane.api.spi.Driver;
}
