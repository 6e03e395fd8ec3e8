import org.jspecify.annotations.NullMarked;

/** Plugins of OPAE in native code. */
@NullMarked
module dev.backplane.opae.driver {
  requires static transitive org.jspecify;
  requires dev.backplane.api;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.opae.abi;
  requires dev.backplane.opae.clib;

  exports dev.backplane.opae.driver;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.opae.driver.OpaeDriver;
}
