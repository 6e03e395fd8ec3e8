import org.jspecify.annotations.NullMarked;

/** A page in the browser: its server, its scripts, the layout of diagrams. */
@NullMarked
module dev.backplane.view {
  requires static transitive org.jspecify;
  requires jdk.httpserver;

  exports dev.backplane.view;
}
