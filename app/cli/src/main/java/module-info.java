import org.jspecify.annotations.NullMarked;

/** The backplane command. */
@NullMarked
module dev.backplane.cli {
  requires static transitive org.jspecify;
  requires dev.backplane.compiler;
  requires dev.backplane.driverkit;
  requires dev.backplane.ffi;
  requires dev.backplane.runtime;
  requires dev.backplane.opae.abi;
  requires dev.backplane.rtl.images;
  requires dev.backplane.rtl.simulators;
  requires dev.backplane.rtl.testing;
  requires dev.backplane.view;
  requires dev.backplane.xclbin.signature;
  requires dev.backplane.xclbin;
  requires dev.backplane.capi.door;
  requires dev.backplane.xrt.door;
  requires info.picocli;
  requires java.compiler;
  requires tools.jackson.core;
  requires dev.backplane.json;
  requires dev.backplane.svg;

  // Of serve --metrics alone; Micrometer has no descriptors, with which no image could be linked.
  requires static dev.backplane.micrometer;
  requires static jdk.httpserver;
  requires static micrometer.core;
  requires static micrometer.registry.prometheus;
}
