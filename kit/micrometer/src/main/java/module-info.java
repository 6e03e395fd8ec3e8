import org.jspecify.annotations.NullMarked;

/** Counts of devices as meters of Micrometer. */
@NullMarked
module dev.backplane.micrometer {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.runtime;
  requires transitive micrometer.core;

  // Of the page alone.
  requires static transitive jdk.httpserver;
  requires static transitive micrometer.registry.prometheus;

  exports dev.backplane.micrometer;
}
