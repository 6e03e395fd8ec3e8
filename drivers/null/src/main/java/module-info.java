import org.jspecify.annotations.NullMarked;

/** A complete driver that does nothing, made for copying. */
@NullMarked
module dev.backplane.drivers.nulldriver {
  requires static transitive org.jspecify;
  requires dev.backplane.api;
}
