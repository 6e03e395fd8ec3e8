import org.jspecify.annotations.NullMarked;

/** The libraries in C that programs of coherent accelerators are linked against. */
@NullMarked
module dev.backplane.capi.clib {
  requires static transitive org.jspecify;
  requires dev.backplane.ffi;
  requires static dev.backplane.api;

  exports dev.backplane.capi.clib;
}
