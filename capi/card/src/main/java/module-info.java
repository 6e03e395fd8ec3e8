import org.jspecify.annotations.NullMarked;

/** Coherent accelerators. */
@NullMarked
module dev.backplane.capi.card {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.rtl.cardkit;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires transitive dev.backplane.rtl.images;
  requires transitive dev.backplane.rtl.simulators;
  requires dev.backplane.capi.clib;

  exports dev.backplane.capi.card;
  exports dev.backplane.capi.card.afu to
      dev.backplane.rtl.cardkit;
  exports dev.backplane.capi.card.descriptor;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.capi.card.CapiDriver;
}
