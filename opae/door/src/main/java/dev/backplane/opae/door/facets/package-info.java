/** The functions of an OPAE plugin over the facets of any device. */
@NullMarked
package dev.backplane.opae.door.facets;

import org.jspecify.annotations.NullMarked;
