import org.jspecify.annotations.NullMarked;

/** The XRT container format. */
@NullMarked
module dev.backplane.xclbin {
  requires static transitive org.jspecify;
  requires java.xml;
}
