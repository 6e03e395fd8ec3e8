import org.jspecify.annotations.NullMarked;

/** Serves a device to unmodified XRT programs. */
@NullMarked
module dev.backplane.xrt.door {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;
  requires dev.backplane.protobuf;

  exports dev.backplane.xrt.door;
}
