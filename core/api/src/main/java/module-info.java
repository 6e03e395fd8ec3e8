import org.jspecify.annotations.NullMarked;

/** The device model that applications use and drivers implement. */
@NullMarked
module dev.backplane.api {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.plugin;

  exports dev.backplane.api;
  exports dev.backplane.api.binary;
  exports dev.backplane.api.board;
  exports dev.backplane.api.capi;
  exports dev.backplane.api.contract;
  exports dev.backplane.api.opae;
  exports dev.backplane.api.pi;
  exports dev.backplane.api.spi;
  exports dev.backplane.api.xrt;
}
