/** Diagrams of boxes and the lines between them, and where on the page each has its place. */
@NullMarked
package dev.backplane.view.diagram;

import org.jspecify.annotations.NullMarked;
