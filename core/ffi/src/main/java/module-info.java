import org.jspecify.annotations.NullMarked;

/** What drivers of native libraries share. Knows nothing of devices. */
@NullMarked
module dev.backplane.ffi {
  requires static transitive org.jspecify;

  exports dev.backplane.ffi;
}
