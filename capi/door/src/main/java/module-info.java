import org.jspecify.annotations.NullMarked;

/** Serves coherent cards to C programs that are linked with libcxl. */
@NullMarked
module dev.backplane.capi.door {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.capi.clib;
  requires dev.backplane.ffi;

  exports dev.backplane.capi.door;
}
