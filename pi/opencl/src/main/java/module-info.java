import org.jspecify.annotations.NullMarked;

/** Devices of any OpenCL implementation, called through its dispatch table. */
@NullMarked
module dev.backplane.pi.opencl {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires transitive dev.backplane.pi.table;

  exports dev.backplane.pi.opencl;

  provides dev.backplane.api.spi.Driver with
      dev.backplane.pi.opencl.OpenClDriver;
}
