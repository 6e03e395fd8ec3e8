import org.jspecify.annotations.NullMarked;

/** Building blocks that drivers share. */
@NullMarked
module dev.backplane.driverkit {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires transitive dev.backplane.ffi;
  requires transitive dev.backplane.json;

  exports dev.backplane.driverkit;
  exports dev.backplane.driverkit.queue;
}
