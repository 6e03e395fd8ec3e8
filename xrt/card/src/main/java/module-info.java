import org.jspecify.annotations.NullMarked;

/** The software FPGA card. */
@NullMarked
module dev.backplane.xrt.card {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.rtl.cardkit;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.rtl.images;
  requires dev.backplane.rtl.simulators;
  requires dev.backplane.xclbin;

  exports dev.backplane.xrt.card;

  uses dev.backplane.xclbin.trust.TrustStores;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.xrt.card.SoftcardDriver;
}
