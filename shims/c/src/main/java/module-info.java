import org.jspecify.annotations.NullMarked;

/** The libraries in C that C programs are linked against. */
@NullMarked
module dev.backplane.shims.c {
  requires static transitive org.jspecify;
  requires dev.backplane.ffi;

  exports dev.backplane.shims.c;
}
