import org.jspecify.annotations.NullMarked;

/** Serves a device to unmodified XRT programs. */
@NullMarked
module dev.backplane.doors.xrt {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.api;

  exports dev.backplane.doors.xrt;
}
