import org.jspecify.annotations.NullMarked;

/** The software OPAE card. */
@NullMarked
module dev.backplane.drivers.opaecard {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.cardkit;
  requires dev.backplane.driverkit;
  requires dev.backplane.opae;
  requires dev.backplane.rtl;

  exports dev.backplane.drivers.opaecard;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.drivers.opaecard.OpaeCardDriver;
}
