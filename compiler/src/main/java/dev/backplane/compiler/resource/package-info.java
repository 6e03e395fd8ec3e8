/** How much hardware a graph needs, estimated before anything is synthesized. */
@NullMarked
package dev.backplane.compiler.resource;

import org.jspecify.annotations.NullMarked;
