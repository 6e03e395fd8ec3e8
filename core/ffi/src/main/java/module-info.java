import org.jspecify.annotations.NullMarked;

/** Calls of native code, shared by the drivers of native libraries. Knows nothing of devices. */
@NullMarked
module dev.backplane.ffi {
  requires static transitive org.jspecify;

  exports dev.backplane.ffi;
}
