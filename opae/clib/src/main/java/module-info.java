import org.jspecify.annotations.NullMarked;

/** The library in C that programs of OPAE are linked against. */
@NullMarked
module dev.backplane.opae.clib {
  requires static transitive org.jspecify;
  requires dev.backplane.ffi;

  exports dev.backplane.opae.clib;
}
