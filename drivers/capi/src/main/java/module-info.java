import org.jspecify.annotations.NullMarked;

/** Coherent accelerators. */
@NullMarked
module dev.backplane.drivers.capi {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.cardkit;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires transitive dev.backplane.rtl;
  requires dev.backplane.shims.c;

  exports dev.backplane.drivers.capi;
  exports dev.backplane.drivers.capi.afu to
      dev.backplane.cardkit;
  exports dev.backplane.drivers.capi.descriptor;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.drivers.capi.CapiDriver;
}
