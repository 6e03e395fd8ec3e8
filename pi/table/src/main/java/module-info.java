import org.jspecify.annotations.NullMarked;

/** The plugin interface of DPC++ in Java, and the facets of devices behind it. */
@NullMarked
module dev.backplane.pi.table {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;

  exports dev.backplane.pi.table;
  exports dev.backplane.pi.table.device;
}
