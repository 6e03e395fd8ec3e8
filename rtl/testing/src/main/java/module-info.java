import org.jspecify.annotations.NullMarked;

/** Tests of kernels that somebody wrote. */
@NullMarked
module dev.backplane.rtl.testing {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.rtl.images;
  requires transitive dev.backplane.rtl.simulators;
  requires dev.backplane.ffi;
  requires java.compiler;
  requires java.xml;

  exports dev.backplane.rtl.testing;
}
