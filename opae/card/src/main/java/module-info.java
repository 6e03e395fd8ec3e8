import org.jspecify.annotations.NullMarked;

/** The software OPAE card. */
@NullMarked
module dev.backplane.opae.card {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.rtl.cardkit;
  requires dev.backplane.driverkit;
  requires dev.backplane.opae.abi;
  requires dev.backplane.rtl.images;
  requires dev.backplane.rtl.simulators;

  exports dev.backplane.opae.card;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.opae.card.OpaeCardDriver;
}
