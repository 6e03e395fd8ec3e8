import org.jspecify.annotations.NullMarked;

/** The XRT container format: the file, its sections and its kernel metadata. */
@NullMarked
module dev.backplane.xclbin {
  requires static transitive org.jspecify;
  requires java.xml;

  exports dev.backplane.xclbin;
  exports dev.backplane.xclbin.ert;
  exports dev.backplane.xclbin.trust;
}
