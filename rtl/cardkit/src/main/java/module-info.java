import org.jspecify.annotations.NullMarked;

/** The parts that software cards share. */
@NullMarked
module dev.backplane.rtl.cardkit {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires transitive dev.backplane.driverkit;
  requires transitive dev.backplane.rtl.harness;
  requires transitive dev.backplane.rtl.simulators;

  exports dev.backplane.rtl.cardkit;
}
