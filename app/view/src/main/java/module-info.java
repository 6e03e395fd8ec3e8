import org.jspecify.annotations.NullMarked;

/** A page in the browser: its server, its scripts, the layout of diagrams. */
@NullMarked
module dev.backplane.view {
  requires static transitive org.jspecify;
  requires jdk.httpserver;
  requires static org.eclipse.elk.alg.layered;
  requires static org.eclipse.elk.core;
  requires static org.eclipse.elk.graph;
  requires static org.eclipse.emf.common;
  requires static org.eclipse.emf.ecore;

  exports dev.backplane.view;
  exports dev.backplane.view.diagram;
}
