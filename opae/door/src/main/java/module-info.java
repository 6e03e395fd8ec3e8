import org.jspecify.annotations.NullMarked;

/** OPAE's library for C programs, behind its functions in C. */
@NullMarked
module dev.backplane.opae.door {
  requires static transitive org.jspecify;
  requires dev.backplane.runtime;
  requires dev.backplane.opae.abi;
  requires dev.backplane.ffi;
  // The library in C, beside which this is, and which native plugins are linked with.
  requires dev.backplane.opae.clib;

  exports dev.backplane.opae.door;
}
