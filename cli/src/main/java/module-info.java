import org.jspecify.annotations.NullMarked;

/** The backplane command. */
@NullMarked
module dev.backplane.cli {
  requires static transitive org.jspecify;
  requires dev.backplane.runtime;
  requires dev.backplane.rtl;
  requires dev.backplane.xclbin;
  requires info.picocli;
  requires tools.jackson.databind;
}
