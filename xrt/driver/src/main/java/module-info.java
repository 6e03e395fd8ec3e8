import org.jspecify.annotations.NullMarked;

/** Cards of XRT, driven through the C interface of its user-space library. */
@NullMarked
module dev.backplane.xrt.driver {
  requires static transitive org.jspecify;
  requires dev.backplane.api;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.xclbin;

  exports dev.backplane.xrt.driver;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.xrt.driver.XrtDriver;
}
