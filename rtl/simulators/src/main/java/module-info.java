import org.jspecify.annotations.NullMarked;

/** The engine on Verilator, and checks of designs on the simulators of their languages. */
@NullMarked
module dev.backplane.rtl.simulators {
  requires static transitive org.jspecify;
  requires dev.backplane.ffi;
  requires transitive dev.backplane.rtl.engines;
  requires transitive dev.backplane.rtl.frontends;

  exports dev.backplane.rtl.simulators;
  exports dev.backplane.rtl.simulators.check;
}
