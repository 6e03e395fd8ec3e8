import org.jspecify.annotations.NullMarked;

/** The plugin manager: finds, configures and binds drivers, and forwards calls to them. */
@NullMarked
module dev.backplane.runtime {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires tools.jackson.databind;
}
