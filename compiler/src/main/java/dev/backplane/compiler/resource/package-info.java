/** Estimates of the hardware that a graph needs, made before anything is synthesized. */
@NullMarked
package dev.backplane.compiler.resource;

import org.jspecify.annotations.NullMarked;
