import org.jspecify.annotations.NullMarked;

/** The backplane command. */
@NullMarked
module dev.backplane.cli {
  requires static transitive org.jspecify;
  requires dev.backplane.compiler;
  requires dev.backplane.ffi;
  requires dev.backplane.runtime;
  requires dev.backplane.opae;
  requires dev.backplane.rtl;
  requires dev.backplane.signature;
  requires dev.backplane.xclbin;
  requires dev.backplane.doors.capi;
  requires dev.backplane.doors.xrt;
  requires info.picocli;
  requires java.compiler;
  requires tools.jackson.core;
}
