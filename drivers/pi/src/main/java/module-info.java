import org.jspecify.annotations.NullMarked;

/** Plugins of the DPC++ plugin interface in native code. */
@NullMarked
module dev.backplane.drivers.pi {
  requires static transitive org.jspecify;
  requires dev.backplane.api;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.pi;

  exports dev.backplane.drivers.pi;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.drivers.pi.PiDriver;
}
