import org.jspecify.annotations.NullMarked;

/** Plugins of OPAE in native code. */
@NullMarked
module dev.backplane.drivers.opae {
  requires static transitive org.jspecify;
  requires dev.backplane.api;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.opae;
  requires dev.backplane.shims.c;

  exports dev.backplane.drivers.opae;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.drivers.opae.OpaeDriver;
}
