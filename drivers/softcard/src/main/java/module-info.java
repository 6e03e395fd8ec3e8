import org.jspecify.annotations.NullMarked;

/** The software FPGA card. */
@NullMarked
module dev.backplane.drivers.softcard {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.cardkit;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.rtl;
  requires dev.backplane.signature;
  requires dev.backplane.xclbin;

  exports dev.backplane.drivers.softcard;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.drivers.softcard.SoftcardDriver;
}
