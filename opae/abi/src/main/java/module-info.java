import org.jspecify.annotations.NullMarked;

/** OPAE's C interface: functions of plugins, structures, results, images. */
@NullMarked
module dev.backplane.opae.abi {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.driverkit;
  requires transitive dev.backplane.ffi;
  requires tools.jackson.core;

  exports dev.backplane.opae.abi;
}
