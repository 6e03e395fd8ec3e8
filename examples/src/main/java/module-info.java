import org.jspecify.annotations.NullMarked;

/** Programs to copy. */
@NullMarked
module dev.backplane.examples {
  requires static transitive org.jspecify;
  requires dev.backplane.runtime;

  exports dev.backplane.examples;
}
