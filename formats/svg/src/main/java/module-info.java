import org.jspecify.annotations.NullMarked;

/** Drawings in the SVG format. */
@NullMarked
module dev.backplane.svg {
  requires static transitive org.jspecify;

  exports dev.backplane.svg;
}
