import org.jspecify.annotations.NullMarked;

/** Plugins of the DPC++ plugin interface in native code. */
@NullMarked
module dev.backplane.pi.driver {
  requires static transitive org.jspecify;
  requires dev.backplane.api;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.pi.table;

  exports dev.backplane.pi.driver;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.pi.driver.PiDriver;
}
