import org.jspecify.annotations.NullMarked;

/** Builds images from sources, and reads them. */
@NullMarked
module dev.backplane.rtl.images {
  requires static transitive org.jspecify;
  requires transitive dev.backplane.rtl.frontends;
  requires transitive dev.backplane.rtl.harness;
  requires transitive dev.backplane.xclbin;
  requires dev.backplane.json;

  exports dev.backplane.rtl.images;
}
